// SPDX-License-Identifier: BSL-1.0
// The PTX in a fat binary, which is what nvcc puts into a program for each .cu file: for several architectures, as PTX
// and as machine code.
#pragma once

#include <string>
#include <vector>

namespace allotype::device_tests {

struct ptx_image {
  int architecture = 0;          ///< 80 for compute_80
  bool is_for_it_alone = false;  ///< compute_90a: for no later one
  std::string text;
};

/// `wrapper` is what __cudaRegisterFatBinary gets. Files of nvcc -rdc=true are joined. Throws ptx_error if the PTX is
/// compressed.
std::vector<ptx_image> ptx_of_fat_binary(void const* wrapper);

/// The image that a driver compiles for a device: the latest one that is not later than the device; null: there is
/// none.
ptx_image const* image_for(std::vector<ptx_image> const& images, int major, int minor);

}  // namespace allotype::device_tests
