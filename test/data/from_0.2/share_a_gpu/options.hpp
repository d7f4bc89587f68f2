// SPDX-License-Identifier: BSL-1.0
/// \file
/// The command line.
#pragma once

#include <string>

namespace example {

struct options {
  std::string svg;         ///< the file for the picture; empty: none
  bool plan_only = false;  ///< do not run the services
};

/// What was asked for. Ends the program where that cannot be understood (exit status 2) or help was asked for (0).
options parse(int count, char** arguments);

}  // namespace example
