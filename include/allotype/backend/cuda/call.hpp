// SPDX-License-Identifier: BSL-1.0
/// \file
/// Calls of the CUDA runtime: a code that is not success becomes a `device_error` with the call and the accelerator.
#pragma once

#include <cuda_runtime_api.h>

#include <allotype/core/error.hpp>
#include <allotype/core/mode.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// A kernel of this size may hold a table. A smaller one is passed as code written by hand passes it, in one
/// instruction of PTX less.
template <class Kernel>
inline constexpr bool is_large_kernel = sizeof(Kernel) > 256;

// What follows an error is apart and cold: it would be compiled into each of the many places that check.

[[noreturn, gnu::cold]] inline void throw_cuda_error(cudaError_t code, char const* call, char const* accelerator) {
  cudaGetLastError();  // an error that can be recovered from must not be found again by the next call
  throw device_error(call, cudaGetErrorName(code), cudaGetErrorString(code), accelerator);
}

[[gnu::cold]] inline void report_cuda_error(cudaError_t code, char const* call, char const* accelerator) noexcept {
  if (code == cudaErrorCudartUnloading) return;
  detail::report_from_destructor(
      device_error(call, cudaGetErrorName(code), cudaGetErrorString(code), accelerator).what());
}

inline void check_cuda(cudaError_t code, char const* call, char const* accelerator) {
  if (code != cudaSuccess) throw_cuda_error(code, call, accelerator);
}

inline void report_cuda(cudaError_t code, char const* call, char const* accelerator) noexcept {
  if (code != cudaSuccess) report_cuda_error(code, call, accelerator);
}

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
