// SPDX-License-Identifier: BSL-1.0
/// \file
/// How many blocks a streaming multiprocessor (SM) holds at once, and how many all of `A`'s SMs do: constants, equal to
/// what CUDA's own calculation gives (cuda_occupancy.h; a test compares).
#pragma once

#include <initializer_list>

#include <allotype/accelerator/facts.hpp>
#include <allotype/catalog/nvidia_compute_capability.hpp>
#include <allotype/plan/block.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// How full an SM gets. More than one thing may be what stops it.
struct block_occupancy {
  int blocks_per_sm = 0;  ///< 0: such a block does not run at all
  int warps_per_sm = 0;
  int max_warps_per_sm = 0;
  bool limited_by_warps = false;
  bool limited_by_blocks = false;
  bool limited_by_registers = false;
  bool limited_by_shared_memory = false;

  /// The share that is used of the warps that an SM can hold; 0 to 1.
  [[nodiscard]] constexpr double fraction() const { return static_cast<double>(warps_per_sm) / max_warps_per_sm; }

  friend constexpr bool operator==(block_occupancy const&, block_occupancy const&) = default;
};

/// What the blocks of one kernel share on an SM.
struct sm_limits {
  int warp_size;
  int max_threads;
  int max_threads_per_block;
  int max_blocks;
  int registers;
  int max_registers_per_block;
  int parts;
  unsigned long long shared_bytes;
  unsigned long long max_shared_bytes_per_block;
  unsigned long long reserved_shared_bytes;
  int shared_memory_unit;
  /// Within Pascal what does not run on the SMs with four parts runs on none (cuda_occupancy.h).
  int parts_of_smallest_sibling;
};

inline constexpr int no_limit_on_blocks = 0x7fffffff;

constexpr int rounded_up(int number, int unit) { return (number + unit - 1) / unit * unit; }

/// Blocks that the registers of an SM with so many parts suffice for.
constexpr int blocks_by_registers(sm_limits const& sm, int parts, int warps, int registers) {
  if (registers == 0) return no_limit_on_blocks;
  if (registers > max_registers_of_a_thread) return 0;
  int const of_a_warp = rounded_up(registers * sm.warp_size, register_unit);
  // The hardware checks a launch as if each part of the SM took as many warps as the fullest.
  if (of_a_warp * rounded_up(warps, parts) > sm.max_registers_per_block) return 0;
  return sm.registers / parts / of_a_warp * parts / warps;
}

/// The occupancy of blocks of `threads` threads, which have `shared_bytes` of shared memory each, static and dynamic
/// together, and whose threads use `registers` registers each; 0 registers: not known, do not limit.
/// Constant complexity.
constexpr block_occupancy occupancy_on(sm_limits const& sm, int threads, unsigned long long shared_bytes,
                                       int registers) {
  block_occupancy result;
  result.max_warps_per_sm = sm.max_threads / sm.warp_size;
  if (threads <= 0) return result;
  int const warps = (threads + sm.warp_size - 1) / sm.warp_size;
  int const by_warps = threads > sm.max_threads_per_block ? 0 : result.max_warps_per_sm / warps;
  int by_registers = detail::blocks_by_registers(sm, sm.parts, warps, registers);
  if (detail::blocks_by_registers(sm, sm.parts_of_smallest_sibling, warps, registers) == 0) by_registers = 0;
  int by_shared_memory = 0;
  if (shared_bytes <= sm.max_shared_bytes_per_block) {
    unsigned long long const unit = static_cast<unsigned long long>(sm.shared_memory_unit);
    unsigned long long const taken = (shared_bytes + sm.reserved_shared_bytes + unit - 1) / unit * unit;
    by_shared_memory = taken == 0 ? detail::no_limit_on_blocks : static_cast<int>(sm.shared_bytes / taken);
  }
  int least = sm.max_blocks;
  for (int const limit : {by_warps, by_registers, by_shared_memory}) least = limit < least ? limit : least;
  result.blocks_per_sm = least;
  result.warps_per_sm = least * warps;
  result.limited_by_warps = by_warps == least;
  result.limited_by_blocks = sm.max_blocks == least;
  result.limited_by_registers = by_registers == least;
  result.limited_by_shared_memory = by_shared_memory == least;
  return result;
}

template <class A>
consteval bool knows_its_sm() {
  if constexpr (publishes<A, fact::compute_capability> && publishes<A, fact::max_threads_per_sm> &&
                publishes<A, fact::max_threads_per_block> && publishes<A, fact::max_shared_memory_per_block> &&
                publishes<A, fact::warp_size>) {
    return find_sm_row(fact_of<A, fact::compute_capability>) >= 0;
  } else {
    return false;
  }
}

}  // namespace detail

/// Enough is published about `A` to say how many blocks its SMs hold.
template <class A>
concept occupancy_known = accelerator<A> && detail::knows_its_sm<A>();

namespace detail {

/// What an SM of `A` has.
template <occupancy_known A>
constexpr sm_limits sm_limits_of() {
  sm_row const& row = sm_rows[find_sm_row(fact_of<A, fact::compute_capability>)];
  return {fact_of<A, fact::warp_size>,
          fact_of<A, fact::max_threads_per_sm>,
          fact_of<A, fact::max_threads_per_block>,
          row.max_blocks,
          row.registers,
          row.max_registers_per_block,
          row.parts,
          row.shared_memory.count,
          fact_of<A, fact::max_shared_memory_per_block>.count,
          row.reserved_shared_memory.count,
          row.shared_memory_unit,
          row.capability.major == 6 ? 4 : row.parts};
}

template <class A, class... Options>
constexpr block_occupancy occupancy_of() {
  constexpr block_shape shape = shape_of_block<Options...>();
  return occupancy_on(sm_limits_of<A>(), shape.threads, shape.all_shared_bytes(), shape.registers);
}

template <class A, bool Known, class... Options>
struct checked_occupancy {
  static_assert(Known,
                "occupancy: it is not published what a streaming multiprocessor of this accelerator has (compute "
                "capability, threads, shared memory of a block); ask occupancy_known<A> first");
  static constexpr bool threads_stated = shape_of_block<Options...>().times_stated[0] > 0;
  static_assert(threads_stated, "occupancy<A, Options...>: the options lack threads_per_block<N>");

  static constexpr block_occupancy calculated() {
    if constexpr (Known) {
      return occupancy_of<A, Options...>();
    } else {
      return {};
    }
  }
  static constexpr block_occupancy value = calculated();
};

}  // namespace detail

/// The occupancy of blocks on `A`: `occupancy<A100, threads_per_block<256>, registers_per_thread<64>>.blocks_per_sm`.
/// Options in any order; where registers are not stated they do not limit, and the value is an upper bound.
template <accelerator A, class... Options>
inline constexpr detail::block_occupancy occupancy =
    detail::checked_occupancy<A, occupancy_known<A>, Options...>::value;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
