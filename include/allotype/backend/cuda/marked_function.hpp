// SPDX-License-Identifier: BSL-1.0
/// \file
/// How a kernel whose function is not marked for GPUs becomes an error that names the user's line.
#pragma once

#include <allotype/core/mode.hpp>
#include <allotype/dispatch/backend.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// Calls a function of the user's. nvcc refuses one that is not marked for the device, and names the user's line only
/// if the call stands in a function for both sides. `calls_inside` leads from what the verbs wrap around the user's
/// function to that function: nvcc compiles the wrapper, which is marked, without a word.
struct needs_ALLOTYPE_FN {
  template <class F, class... Arguments>
  __host__ __device__ void operator()(F const& f, Arguments&&... arguments) const {
    if constexpr (requires { f.calls_inside(*this, arguments...); }) {
      f.calls_inside(*this, arguments...);
    } else {
      // clang-format off: the sentence stays in the line of the call, which nvcc quotes
      if constexpr (holds(true, "a function that a kernel calls is marked, as in ALLOTYPE_FN void operator()(int i) const { ... }")) (void)f(static_cast<Arguments&&>(arguments)...);
      // clang-format on
    }
  }
};

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
