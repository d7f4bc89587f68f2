// SPDX-License-Identifier: BSL-1.0
/// \file
/// Kernels on numbers narrower than float, by the library's types and with CUDA's: what generated_code_formats.cu
/// counts. Both round each operation once, and clamp nothing.
#pragma once

#include <allotype/dispatch/precision_view.hpp>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include "kernels_by_hand.cuh"

/// The triad with a factor of the elements' type.
template <class T, class In, class Out>
struct triad_in_format {
  Out a;
  In b, c;
  ALLOTYPE_FN void operator()(int i) const { a(i) = b(i) + T(3) * c(i); }
};

/// Of a precision whose views convert.
template <class P, class X, class Y>
struct scaled_and_added {
  X x;
  Y y;
  float factor;
  ALLOTYPE_FN void operator()(int i) const {
    y(i) = static_cast<typename P::accumulate>(factor) * static_cast<typename P::accumulate>(x(i)) + y(i);
  }
};

/// From one format to another.
template <class To, class In, class Out>
struct converted {
  In from;
  Out to;
  ALLOTYPE_FN void operator()(int i) const { to(i) = static_cast<To>(from(i)); }
};

namespace by_hand {

template <class T>
__global__ void __launch_bounds__(threads_per_block) triad_in_format(int n, T* a, T const* b, T const* c) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = __hadd_rn(b[i], __hmul_rn(T(3.f), c[i]));
}

struct half_and_float {
  static __device__ float rounded(float value) { return __half2float(__float2half_rn(value)); }
};
struct bfloat_and_float {
  static __device__ float rounded(float value) { return __bfloat162float(__float2bfloat16_rn(value)); }
};
template <class Mixed>
__global__ void __launch_bounds__(threads_per_block) scaled_and_added(int n, float const* x, float* y, float factor) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = factor * Mixed::rounded(x[i]) + Mixed::rounded(y[i]);
}

static __global__ void __launch_bounds__(threads_per_block)
    rounded_to_8_bits(int n, float const* from, __nv_fp8_storage_t* to) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = __nv_cvt_float_to_fp8(from[i], __NV_NOSAT, __NV_E4M3);
}
static __global__ void __launch_bounds__(threads_per_block)
    from_8_bits(int n, __nv_fp8_storage_t const* from, float* to) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = __half2float(__half(__nv_cvt_fp8_to_halfraw(from[i], __NV_E4M3)));
}

}  // namespace by_hand
