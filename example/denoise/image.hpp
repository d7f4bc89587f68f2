// SPDX-License-Identifier: BSL-1.0
/// \file
/// Pictures in memory, and what can be said about them.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels.hpp"

namespace example {

struct image {
  int rows = 0;
  int columns = 0;
  std::vector<pixel> pixels;  ///< row by row; grey ones have three equal channels
};

/// The picture with Gaussian noise of that standard deviation added: to each channel, or the same to all channels of a
/// pixel where `grey` is set. The same seed gives the same noise.
image with_noise(image const& picture, float standard_deviation, std::uint32_t seed, bool grey);

/// The value that a file holds with so many bits a sample, 8 or 16: rounded, and kept between 0 and 255.
image rounded(image const& picture, int bits);

/// Peak signal-to-noise ratio in dB over all channels, 255 being the peak; infinite where the pictures are equal.
/// The pictures are of one size.
double psnr(image const& a, image const& b);

/// One beside the other. They have as many rows.
image side_by_side(image const& left, image const& right);

}  // namespace example
