// SPDX-License-Identifier: BSL-1.0
// A stand-in for CUDA's runtime that runs kernels on the CPU. Link it instead of cudart, and compile the .cu files with
// PTX for an architecture that the device has: `ARCHITECTURES 80-virtual` and `--no-compress`.
//
// A stream does its work only when somebody waits for it, which is as late as a GPU may be: a wait that is missing
// shows. What a GPU would not notice is a finding. Findings are printed, and a program with findings that it did not
// take ends with 1.
//
// Environment:
//   ALLOTYPE_TEST_DEVICE    which device there is: T4, A100 (which is meant without it), A100-3g.20gb, A100-1g.5gb,
//   H200, B200,
//                           RTX5090; several with commas; none
//   ALLOTYPE_TEST_ORDER     of blocks and warps: forwards, backwards, random:SEED
//   ALLOTYPE_TEST_NEVER_RUN names source lines of the project's headers that no kernel ran
//   ALLOTYPE_TEST_TRAFFIC   set: prints what each kernel moved from and to memory
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>
#include <vector>

#include "finding.hpp"
#include "interpreter.hpp"

namespace allotype::device_tests {

/// A device as the runtime describes it.
struct description {
  std::string name;
  int major, minor;
  int sm_count;
  unsigned long long memory_mib;
};

/// For what ALLOTYPE_TEST_DEVICE may say; throws std::invalid_argument with the list.
description description_of(std::string const& short_name);

/// The devices that CUDA shows from now on. All streams must be empty.
void show_devices(std::vector<description> devices);

/// Of the launches from now on.
void set_schedule(schedule in);

/// What was found since the last call. What a program takes does not fail it.
std::vector<finding> take_findings();

struct statistics {
  std::uint64_t launches = 0, instructions = 0;
  double seconds = 0;
  std::size_t code = 0, code_run = 0;  ///< instructions in kernels that ran at least once, and those of them that ran
};
statistics statistics_so_far();

/// From now on, what kernels, copies and sets move is counted.
void count_traffic();
/// What was counted since the last call, by the kernels' names; of copies and sets by those of CUDA's functions.
std::vector<std::pair<std::string, traffic>> take_traffic();

}  // namespace allotype::device_tests
