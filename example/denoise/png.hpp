// SPDX-License-Identifier: BSL-1.0
/// \file
/// PNG files through libpng.
#pragma once

#include <filesystem>
#include <vector>

#include "../whole_file.hpp"
#include "image.hpp"

namespace example {

/// A picture as a PNG file holds it.
struct picture {
  image colours;
  std::vector<float> opacity;  ///< 0 to 255, a value a pixel; empty where the file has none
  bool grey = false;
  int bits = 8;  ///< a sample: 8 or 16
};

/// The most pixels that are read: a short file can claim any number.
inline constexpr long long max_pixels = 50'000'000;

/// Reads grey, RGB and palette pictures with and without transparency, 1 to 16 bits a sample. \throws bad_file
picture read_png(std::filesystem::path const& file);

/// Writes the file, as `write_whole` does. \throws bad_file
void write_png(std::filesystem::path const& file, picture const& what);

}  // namespace example
