// SPDX-License-Identifier: BSL-1.0
// The state of 32 threads that run together: their registers, and where each of them is.
#pragma once

#include <array>
#include <bit>
#include <string>
#include <unordered_map>
#include <vector>

#include "program.hpp"

namespace allotype::device_tests {

struct block_state;

inline constexpr int lanes_of_a_warp = 32;
inline constexpr std::uint32_t all_lanes = 0xffffffffu;

/// A register, or a predicate, that lanes have from memory that nobody wrote. It is a finding when one of them uses it.
struct undefined_row {
  std::uint32_t lanes = 0, loaded_at = 0;  ///< the instruction
  std::string text;                        ///< of the finding
};
using undefined_rows = std::unordered_map<std::uint32_t, undefined_row>;

/// A call of a subroutine by one lane: what it has when the call returns.
struct saved_state {
  std::uint32_t return_to = 0, call = 0;  ///< an instruction; in `program::subroutine_calls`
  std::uint64_t stack_used = 0;           ///< bytes, by this call and those before it
  std::vector<std::uint64_t> registers;
  std::vector<bool> predicates;
  undefined_rows undefined, undefined_predicates;
  std::vector<unsigned char> parameters;  ///< the callee's parameters and results: bytes, and whether they were written
};

/// From global memory to the block's memory.
struct async_copy {
  std::uint64_t to = 0, from = 0;
  unsigned bytes = 0, read = 0;  ///< what is not read is 0
  std::uint32_t instruction = 0;
};
struct async_copies {
  std::vector<async_copy> open;  ///< in no group yet
  std::vector<std::vector<async_copy>> groups;
};

struct warp {
  block_state* block = nullptr;
  std::uint32_t number = 0;              ///< in the block
  std::vector<std::uint64_t> registers;  ///< rows of 32
  std::vector<std::uint32_t> predicates;
  undefined_rows undefined, undefined_predicates;   ///< most often none
  std::uint32_t carry = 0;                          ///< of each lane: CC.CF, which .cc writes and addc, subc, madc add
  std::array<std::uint32_t, lanes_of_a_warp> at{};  ///< the next instruction of each lane
  std::uint32_t there = 0;                          ///< lanes that are threads
  std::uint32_t alive = 0;                          ///< lanes that have not exited
  std::uint32_t at_barrier = 0;                     ///< wait for other warps
  std::uint32_t at_warp_barrier = 0;                ///< wait for lanes of this warp
  std::uint32_t arrived_in_cluster = 0;             ///< between arrival at the cluster's barrier and the wait for it
  std::uint32_t may_pass_cluster = 0;               ///< all others have arrived, and the lane has not waited yet
  std::uint32_t group = 0;  ///< the lanes that are at `now`; those whose guard is true are given to the executor
  std::uint32_t now = 0;    ///< the instruction that is run
  std::uint32_t next = 0;   ///< where its lanes go on, all of them
  bool scattered = false;   ///< it changed `at` or the sets of lanes: choose anew
  bool yielded = false;     ///< its last group used up its turn: another is next
  std::uint32_t yielded_at = 0;
  region* last_region = nullptr;                    ///< of global memory
  std::vector<unsigned char> local, local_written;  ///< a lane after the other
  std::array<std::vector<saved_state>, lanes_of_a_warp> calls;
  std::array<async_copies, lanes_of_a_warp> copies;  ///< begun, and not waited for

  std::uint64_t* row(std::uint32_t number_of_row) {
    return registers.data() + std::size_t{number_of_row} * lanes_of_a_warp;
  }
};

/// Calls f with each lane of the set.
template <class F>
inline void each_lane(std::uint32_t lanes, F const& f) {
  for (; lanes != 0; lanes &= lanes - 1) f(std::countr_zero(lanes));
}

/// The same for what may be computed for other lanes as well, without their seeing it.
template <class F>
inline void each_lane_at_once(std::uint32_t lanes, F const& f) {
  if (lanes == all_lanes) {
    for (int lane = 0; lane < lanes_of_a_warp; ++lane) f(lane);
  } else {
    each_lane(lanes, f);
  }
}

}  // namespace allotype::device_tests
