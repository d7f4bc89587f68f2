// SPDX-License-Identifier: BSL-1.0
/// \file
/// How a kernel whose function is not marked for GPUs becomes an error that names the user's line.
#pragma once

#include <allotype/core/mode.hpp>
#include <allotype/dispatch/backend.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// Calls a function of the user's: nvcc refuses one that is not marked for the device. A function for both sides, for
/// of those nvcc says whose call asks for it, and of one that is the device's alone nothing. Of what the verbs wrap
/// around the user's it would make kernels without the call: `calls_inside` leads to the user's.
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
