// SPDX-License-Identifier: BSL-1.0
// The state of a launch, of its clusters and of its blocks, and how an instruction reaches memory.
#pragma once

#include <set>

#include "interpreter.hpp"
#include "race_detector.hpp"
#include "warp.hpp"

namespace allotype::device_tests {

struct launch_state {
  program& code;
  launch_configuration const& how;
  global_memory& memory;
  std::function<void(finding)> const& report;
  std::uint32_t epoch = 0;  ///< of accesses to global memory
  std::uint64_t parameter_address = 0;
  std::uint64_t local_bytes = 0;  ///< of a thread, with its stack
  race_detector races{};
  outcome result = outcome::done;
  std::uint64_t progress = 0;   ///< goes on when something happened that a thread can wait for
  std::uint64_t fruitless = 0;  ///< strong reads, and atomic operations that changed nothing: what a thread waits with
  bool a_thread_gave_up = false;  ///< by `exit`: what it owed the others is missing
  std::set<std::pair<defect, std::uint32_t>> reported{};
  traffic* counted = nullptr;  ///< null: nobody asks
};

struct block_state;

struct cluster_state {
  std::vector<block_state*> blocks;
  std::uint32_t number = 0;
  std::uint32_t alive = 0, arrived = 0;  ///< threads
};

struct barrier_state {
  std::uint32_t arrived = 0;      ///< threads
  std::uint32_t wanted = 0;       ///< 0: all that are alive
  std::uint32_t yes = 0;          ///< threads whose predicate is true, of a barrier that asks for one
  std::uint32_t instruction = 0;  ///< of the first that came
};

inline constexpr std::uint8_t barrier_of_cluster = 0xff;

struct block_state {
  launch_state* launch = nullptr;
  cluster_state* cluster = nullptr;
  std::uint32_t number = 0, rank = 0;  ///< in the grid, in the cluster
  std::array<std::uint32_t, 3> index{};
  std::uint32_t epoch = 0;  ///< of accesses to the block's memory
  std::unique_ptr<region> shared;
  block_clock clock;
  std::vector<warp> warps;
  std::vector<std::array<std::uint8_t, lanes_of_a_warp>> waits_for;  ///< of each lane at a barrier, which
  std::array<barrier_state, 16> barriers{};
  std::uint32_t alive = 0;  ///< threads
};

inline bool is_stopped(launch_state const& launch) { return launch.result != outcome::done; }

/// Reports a defect at the instruction that the warp runs. `lane` -1: no thread in particular.
void report(warp& w, defect what, int lane, std::string const& text);

/// Before an instruction runs, for the lanes whose guard is true: which of its values are undefined, and whether it
/// uses one of them.
void follow_undefined(warp& w, instruction const& i, std::uint32_t lanes);
/// For the lanes that come to it: whether its guard is undefined.
void look_at_guard(warp& w, instruction const& i, std::uint32_t lanes);

/// The memory at an address, checked; null after a defect.
unsigned char* reach(warp& w, instruction const& i, int lane, std::uint64_t address, unsigned bytes, bool reads,
                     bool writes);

/// Of memory, barriers, shuffles and branches; null: none of these. Sets the instruction's other fields.
executor control_executor(std::string_view opcode, std::vector<std::string_view> const& modifiers, instruction& to);

/// Of tensor cores: `mma` and `ldmatrix`; null: none of these. Sets the types and how many rows there are.
executor matrix_executor(std::string_view opcode, std::vector<std::string_view> const& modifiers, matrix_operands& to);

/// The same as `reach` for a read whose bytes were all written, or it is a defect.
unsigned char* reach_written(warp& w, instruction const& i, int lane, std::uint64_t address, unsigned bytes);
/// The rows are used, and it is a defect if one is undefined.
void use_rows(warp& w, std::vector<std::uint32_t> const& rows, std::uint32_t lanes);
/// They are written, and defined from now on.
void set_rows(warp& w, std::vector<std::uint32_t> const& rows, std::uint32_t lanes);

/// Adds a request of the lanes to what the kernel moves.
void count_request(warp& w, instruction const& i, std::uint32_t lanes, unsigned bytes, bool reads, bool writes);

/// For threads that wait: what they wait for may have happened.
void look_at_barriers(block_state& block);

}  // namespace allotype::device_tests
