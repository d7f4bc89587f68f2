// SPDX-License-Identifier: BSL-1.0
/// \file
/// The command line.
#pragma once

#include <allotype/parallel/executor_options.hpp>
#include <cstdint>
#include <string>

namespace example {

namespace at = allotype;

struct options {
  at::executor_options executor;  ///< which devices, and how they are used

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

/// What was asked for; for the executor by the environment, too. \throws at::input_error. Ends the program where that
/// cannot be understood (exit status 2) or help was asked for (0).
options parse(int count, char** arguments);

}  // namespace example
