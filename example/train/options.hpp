// SPDX-License-Identifier: BSL-1.0
/// \file
/// The command line.
#pragma once

#include <cstdint>
#include <string>

namespace example {

struct options {
  // Which devices, and how they are used; names as make_executor has them.
  std::string accelerator = "auto,cpu";
  std::string devices = "auto";
  std::string strategy = "auto";
  std::string precision = "32-true";
  int num_nodes = 1;

  // What is learnt, and from what.
  std::string data;
  int epochs = 30;
  int batch = 64;  ///< pictures a step, of all devices together
  float rate = 0.1f;
  std::uint32_t seed = 1;

  // Files that are written; empty: none.
  std::string checkpoint, curve, losses;
  bool resume = false;
};

/// What was asked for. Ends the program where that cannot be understood (exit status 2) or help was asked for (0).
options parse(int count, char** arguments);

}  // namespace example
