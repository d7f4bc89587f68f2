// SPDX-License-Identifier: BSL-1.0
/// \file
/// The command line.
#pragma once

#include <cstdint>
#include <string>

namespace example {

struct options {
  std::string picture;  ///< empty: the cat
  float noise = 0;      ///< standard deviation to add, where samples go to 255
  std::uint32_t seed = 1;
  float strength = 1;
  std::string output = "denoised";
};

/// What was asked for. Ends the program where that cannot be understood (exit status 2) or help was asked for (0).
options parse(int count, char** arguments);

}  // namespace example
