// SPDX-License-Identifier: BSL-1.0
/// \file
/// The narrow number formats as CUDA's own types, for its intrinsics and libraries. The bits are the same; only the
/// type changes, and nothing is converted.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <allotype/core/number_format.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class Format>
struct cuda_twin;
template <>
struct cuda_twin<float16> {
  using type = __half;
};
template <>
struct cuda_twin<bfloat16> {
  using type = __nv_bfloat16;
};
template <>
struct cuda_twin<float8_e4m3> {
  using type = __nv_fp8_e4m3;
};
template <>
struct cuda_twin<float8_e5m2> {
  using type = __nv_fp8_e5m2;
};

}  // namespace detail

/// CUDA's type of the same layout: `__half`, `__nv_bfloat16`, `__nv_fp8_e4m3`, `__nv_fp8_e5m2`.
template <class Format>
using cuda_twin_t = typename detail::cuda_twin<Format>::type;

static_assert(sizeof(float16) == sizeof(__half) && alignof(float16) == alignof(__half));
static_assert(sizeof(bfloat16) == sizeof(__nv_bfloat16) && alignof(bfloat16) == alignof(__nv_bfloat16));
static_assert(sizeof(float8_e4m3) == sizeof(__nv_fp8_e4m3) && alignof(float8_e4m3) == alignof(__nv_fp8_e4m3));
static_assert(sizeof(float8_e5m2) == sizeof(__nv_fp8_e5m2) && alignof(float8_e5m2) == alignof(__nv_fp8_e5m2));

/// The same bits as CUDA's type.
template <class Format>
ALLOTYPE_FN cuda_twin_t<Format> to_cuda(Format number) {
  return __builtin_bit_cast(cuda_twin_t<Format>, number);
}
/// The same bits as the library's type.
template <class Format>
ALLOTYPE_FN Format from_cuda(cuda_twin_t<Format> number) {
  return __builtin_bit_cast(Format, number);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
