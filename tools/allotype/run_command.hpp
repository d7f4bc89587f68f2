// SPDX-License-Identifier: BSL-1.0
/// \file
/// Starts the ranks of a job on this machine.
#pragma once

#include <string>
#include <vector>

namespace program {

struct run_options {
  int processes = 0;
  int restarts = 0;    ///< how often the job is started again after a rank has failed
  double grace = 10;   ///< seconds from the request to end to SIGKILL
  std::string logs{};  ///< a folder with a file for each rank; empty: what ranks print goes on, with the rank before it
};

/// Runs the command once for each rank, with the environment of torchrun. When one rank fails the others are ended.
/// Returns the status of the one that failed first, 128 and the signal's number where a signal ended it, or 0.
int run(run_options const& how, std::vector<std::string> const& command);

}  // namespace program
