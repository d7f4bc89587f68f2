// SPDX-License-Identifier: BSL-1.0
// Which accesses of a kernel are ordered. Each access is stamped with its thread and with the launch's time, which goes
// on at each barrier and fence. Of what happened before a thread's next access, the thread knows: its own accesses;
// those of its block up to the last barrier; those of its warp up to the last `bar.warp.sync`; and what it learned
// otherwise, by a barrier of the cluster, or by a flag: fence and strong write there, strong read and fence here. A
// list of (block or thread, time) holds that, which is a vector clock that is short because a barrier of a block makes
// its threads' clocks equal.
//
// Shuffles order registers and no memory: CUDA promises no more.
#pragma once

#include <array>
#include <unordered_map>

#include "memory.hpp"

namespace allotype::device_tests {

/// All accesses of a thread, or of all threads of a block, before a time.
class knowledge {
 public:
  static constexpr std::uint32_t whole_block = 0xffff;
  void learn(std::uint32_t block, std::uint32_t thread, std::uint32_t before);
  void learn(knowledge const& other);
  std::uint32_t of(std::uint32_t block, std::uint32_t thread) const;
  bool empty() const { return entries_.empty(); }
  std::size_t blocks_known_at(std::uint32_t time) const;  ///< how many blocks are known up to after `time`

 private:
  std::vector<std::pair<std::uint64_t, std::uint32_t>> entries_;  // sorted by block and thread
};

/// What the threads of a block know.
struct block_clock {
  std::uint32_t block = 0;
  std::uint32_t barrier = 0;                               ///< time of the last barrier
  std::array<std::uint32_t, 32> warp_sync{};               ///< of the last `bar.warp.sync` of all its threads
  knowledge known;                                         ///< all threads
  std::unordered_map<std::uint32_t, knowledge> of_thread;  ///< more than that, one thread

  struct published {
    knowledge what;
    scope reach = scope::weak;
    std::uint32_t block = 0, cluster = 0;
  };
  std::unordered_map<std::uint32_t, published> fenced;   ///< at its last fence, one thread
  std::unordered_map<std::uint32_t, knowledge> pending;  ///< read, and not yet fenced
};

/// A thread that accesses memory.
struct accessor {
  block_clock* clock;
  std::uint32_t thread;  ///< in the block
  std::uint32_t cluster;
  std::uint32_t instruction;
  scope strong;
};

class race_detector {
 public:
  void begin(std::uint32_t blocks) {
    time_ = 1;
    blocks_ = blocks;
    flags_.clear();
  }
  std::uint32_t now() const { return time_; }

  /// The earlier access that nothing orders before this one, or null.
  access_stamp const* read(access_cell& cell, std::uint32_t epoch, accessor const& by);
  access_stamp const* write(access_cell& cell, std::uint32_t epoch, accessor const& by);

  void barrier(block_clock& block);
  /// Of several blocks, and all that each of them knows.
  void cluster_barrier(std::vector<block_clock*> const& blocks);
  void warp_barrier(block_clock& block, std::uint32_t warp, std::uint32_t lanes, bool all);
  void fence(accessor const& by, scope reach);
  /// A strong write publishes what its thread fenced; one that also reads keeps what others published.
  void publish(std::uint64_t address, accessor const& by, bool also_reads);
  void look(std::uint64_t address, accessor const& by);

 private:
  bool ordered(access_stamp const& before, accessor const& by) const;
  static bool both_strong(access_stamp const& before, accessor const& by);
  access_stamp stamp(accessor const& by) const {
    return {by.clock->block,
            static_cast<std::uint16_t>(by.thread),
            static_cast<std::uint8_t>(by.strong),
            access_stamp::one_thread,
            time_,
            by.instruction};
  }

  std::uint32_t time_ = 1, blocks_ = 1;
  std::unordered_map<std::uint64_t, std::vector<block_clock::published>> flags_;
};

inline access_stamp const* race_detector::read(access_cell& cell, std::uint32_t epoch, accessor const& by) {
  if (cell.epoch != epoch) {
    cell.epoch = epoch;
    cell.write.time = 0;
    cell.read = stamp(by);
    return nullptr;
  }
  if (cell.write.time != 0 && !ordered(cell.write, by) && !both_strong(cell.write, by)) return &cell.write;
  access_stamp& read = cell.read;
  if (read.time == 0 || ordered(read, by)) {
    read = stamp(by);
    return nullptr;
  }
  // Reads that nothing orders are one, of all threads that might be among them.
  std::uint8_t together = access_stamp::a_warp;
  if (read.block != by.clock->block || read.by == access_stamp::many_blocks) {
    together = access_stamp::many_blocks;
  } else if (read.thread / 32 != by.thread / 32 || read.by == access_stamp::a_block) {
    together = access_stamp::a_block;
  }
  std::uint8_t const strong = std::min(read.strong, static_cast<std::uint8_t>(by.strong));
  read = stamp(by);
  read.by = together;
  read.strong = strong;
  return nullptr;
}

inline access_stamp const* race_detector::write(access_cell& cell, std::uint32_t epoch, accessor const& by) {
  if (cell.epoch != epoch) {
    cell.epoch = epoch;
  } else {
    if (cell.write.time != 0 && !ordered(cell.write, by) && !both_strong(cell.write, by)) return &cell.write;
    if (cell.read.time != 0 && !ordered(cell.read, by) && !both_strong(cell.read, by)) return &cell.read;
  }
  cell.read.time = 0;
  cell.write = stamp(by);
  return nullptr;
}

inline bool race_detector::ordered(access_stamp const& before, accessor const& by) const {
  block_clock const& clock = *by.clock;
  if (before.block == clock.block && before.by != access_stamp::many_blocks) {
    if (before.by == access_stamp::one_thread && before.thread == by.thread) return true;
    if (before.time < clock.barrier) return true;
    if (before.by != access_stamp::a_block && before.thread / 32 == by.thread / 32 &&
        before.time < clock.warp_sync[by.thread / 32]) {
      return true;
    }
  }
  if (clock.known.empty() && clock.of_thread.empty()) return false;
  auto const more = clock.of_thread.find(by.thread);
  knowledge const* const own = more == clock.of_thread.end() ? nullptr : &more->second;
  if (before.by == access_stamp::many_blocks) {
    knowledge all = clock.known;
    if (own != nullptr) all.learn(*own);
    all.learn(clock.block, knowledge::whole_block, clock.barrier);
    return all.blocks_known_at(before.time) == blocks_;
  }
  auto const knows = [&](std::uint32_t thread) {
    return before.time < clock.known.of(before.block, thread) ||
           (own != nullptr && before.time < own->of(before.block, thread));
  };
  return knows(knowledge::whole_block) || (before.by == access_stamp::one_thread && knows(before.thread));
}

inline bool race_detector::both_strong(access_stamp const& before, accessor const& by) {
  auto const reach = std::min(before.strong, static_cast<std::uint8_t>(by.strong));
  if (reach == static_cast<std::uint8_t>(scope::weak)) return false;
  // Clusters are not told apart: a strong access of the cluster's scope counts as one of the device's.
  return reach >= static_cast<std::uint8_t>(scope::cluster) || before.block == by.clock->block;
}

}  // namespace allotype::device_tests
