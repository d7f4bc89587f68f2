// SPDX-License-Identifier: BSL-1.0
// Runs a kernel: blocks, warps, and in a warp the lanes that are at the same instruction together. Lanes that went
// apart meet again because the ones that are behind in the program run first. What waits gives way to others, so
// threads may wait for each other as they may on a GPU.
#pragma once

#include <array>
#include <functional>

#include "finding.hpp"
#include "memory.hpp"
#include "program.hpp"
#include "traffic.hpp"

namespace allotype::device_tests {

struct launch_configuration {
  std::array<std::uint32_t, 3> blocks{1, 1, 1}, threads{1, 1, 1}, cluster{1, 1, 1};
  std::uint64_t dynamic_shared = 0;  ///< bytes of a block
  std::vector<unsigned char> parameters;
  std::uint64_t stack_bytes = 1024;   ///< of a thread, for functions that call themselves
  std::uint32_t resident_blocks = 8;  ///< how many run at once; others wait for their end
};

enum class order { forwards, backwards, random };

/// CUDA promises no order of blocks and warps.
struct schedule {
  order of = order::forwards;
  unsigned seed = 1;
};

/// As a GPU would report it; `hang` is for ever there.
enum class outcome { done, illegal_address, misaligned_address, assertion, hang };

struct run_result {
  outcome how = outcome::done;
  std::uint64_t instructions = 0;  ///< of threads
  bool a_thread_gave_up = false;   ///< by `exit`: the kernel's results may be missing
};

/// `report` gets each defect once for each instruction. A defect that a GPU notices itself ends the kernel. What the
/// kernel moves is added to `counted`, which takes time.
run_result run(program& code, launch_configuration const& how, schedule const& in, global_memory& memory,
               std::function<void(finding)> const& report, traffic* counted = nullptr);

/// A kernel's name, for people.
std::string demangled(std::string const& name);

/// "file.cu:12 (PTX line 34)", for people.
std::string place_of(program const& code, std::uint32_t instruction);

/// Source lines with an instruction that never ran: "file.cu:12".
std::vector<std::string> lines_never_run(program const& code);

}  // namespace allotype::device_tests
