// SPDX-License-Identifier: BSL-1.0
// The GPU of this machine, for tests of examples that ask for memory.
#pragma once

#include <allotype/allotype.hpp>

#include <utility>

/// Known by its compute capability, which the build found out. It states the memory that the examples need.
struct this_gpu : allotype::nvidia_device<this_gpu> {
  static constexpr char name[] = "the GPU of this machine";
  static constexpr allotype::compute_capability compute_capability{ALLOTYPE_TEST_GPU_MAJOR, ALLOTYPE_TEST_GPU_MINOR};
  static constexpr allotype::bytes memory{4ull << 30};
};

/// As it is: real ones have more memory.
inline allotype::queue<this_gpu> open_this_gpu() {
  auto opened = allotype::queue<this_gpu>::open_unchecked();
  if (!opened) throw allotype::not_available(opened.reason().text());
  return std::move(*opened);
}
