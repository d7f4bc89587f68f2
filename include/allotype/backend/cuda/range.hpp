// SPDX-License-Identifier: BSL-1.0
/// \file
/// Named ranges for profilers. NVIDIA's profilers see them in programs that include `allotype/nvtx.hpp` in one of their
/// files; in others they cost a look at a pointer.
#pragma once

#include <allotype/dispatch/backend.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// What a range begins and ends with; null where no file of the program brought a profiler's functions.
struct range_functions {
  void (*begin)(char const* name) = nullptr;
  void (*end)() = nullptr;
};
inline range_functions cuda_ranges;

}  // namespace detail

inline namespace ALLOTYPE_MODE {

inline void begin_range(cuda_backend, char const* name) {
  if (detail::cuda_ranges.begin != nullptr) detail::cuda_ranges.begin(name);
}
inline void end_range(cuda_backend) {
  if (detail::cuda_ranges.end != nullptr) detail::cuda_ranges.end();
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
