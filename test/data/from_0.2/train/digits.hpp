// SPDX-License-Identifier: BSL-1.0
/// \file
/// The pictures that the classifier learns from; data/README.md says where they come from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace example {

inline constexpr int picture_pixels = 64;  ///< 8 rows of 8
inline constexpr int classes = 10;

struct digits {
  std::vector<float> pixels;  ///< `picture_pixels` a picture, from 0 (paper) to 1 (ink)
  std::vector<int> labels;    ///< what is written there

  int count() const { return static_cast<int>(labels.size()); }
};

/// Each fifth picture of the file, the first one in line 5, is for testing alone.
struct data_set {
  digits training, test;
  std::uint64_t checksum;  ///< of the file
};

/// Reads a file of lines of 64 pixels, 0 to 16, and a digit. \throws bad_file where it is not such a file
data_set read_digits(std::filesystem::path const& file);

}  // namespace example
