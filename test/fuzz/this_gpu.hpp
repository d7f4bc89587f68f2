// SPDX-License-Identifier: BSL-1.0
/// \file
/// The GPU of this machine, or that of the interpreter of device code.
#pragma once

#include <allotype/catalog/base/nvidia_device.hpp>

namespace fuzz {

struct this_gpu : allotype::nvidia_device<this_gpu> {
  static constexpr char name[] = "the GPU of this machine";
  static constexpr allotype::compute_capability compute_capability{ALLOTYPE_TEST_GPU_MAJOR, ALLOTYPE_TEST_GPU_MINOR};
};

}  // namespace fuzz
