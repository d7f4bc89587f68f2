// SPDX-License-Identifier: BSL-1.0
#include "race_detector.hpp"

#include <algorithm>

namespace allotype::device_tests {

namespace {

std::uint64_t key_of(std::uint32_t block, std::uint32_t thread) { return std::uint64_t{block} << 16 | thread; }

bool reaches(block_clock::published const& flag, accessor const& reader) {
  if (flag.reach == scope::block) return flag.block == reader.clock->block;
  if (flag.reach == scope::cluster) return flag.cluster == reader.cluster;
  return flag.reach == scope::device;
}

}  // namespace

void knowledge::learn(std::uint32_t block, std::uint32_t thread, std::uint32_t before) {
  std::pair<std::uint64_t, std::uint32_t> const made{key_of(block, thread), before};
  auto const at =
      std::lower_bound(entries_.begin(), entries_.end(), std::pair<std::uint64_t, std::uint32_t>{made.first, 0});
  if (at != entries_.end() && at->first == made.first) {
    at->second = std::max(at->second, before);
  } else {
    entries_.insert(at, made);
  }
}

void knowledge::learn(knowledge const& other) {
  if (other.entries_.empty()) return;
  if (entries_.empty()) {
    entries_ = other.entries_;
    return;
  }
  // Mostly both know of the same threads, as where all of them meet at one flag: nothing moves then.
  auto own = entries_.begin();
  auto theirs = other.entries_.begin();
  for (; theirs != other.entries_.end(); ++theirs) {
    while (own != entries_.end() && own->first < theirs->first) ++own;
    if (own == entries_.end() || own->first != theirs->first) break;
    own->second = std::max(own->second, theirs->second);
  }
  if (theirs == other.entries_.end()) return;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> joined;
  joined.reserve(entries_.size() + other.entries_.size());
  auto a = entries_.begin();
  auto b = other.entries_.begin();
  while (a != entries_.end() || b != other.entries_.end()) {
    if (b == other.entries_.end() || (a != entries_.end() && a->first < b->first)) {
      joined.push_back(*a++);
    } else if (a == entries_.end() || b->first < a->first) {
      joined.push_back(*b++);
    } else {
      joined.emplace_back(a->first, std::max(a->second, b->second));
      ++a, ++b;
    }
  }
  entries_ = std::move(joined);
}

std::uint32_t knowledge::of(std::uint32_t block, std::uint32_t thread) const {
  std::uint64_t const key = key_of(block, thread);
  auto const at = std::lower_bound(entries_.begin(), entries_.end(), std::pair<std::uint64_t, std::uint32_t>{key, 0});
  return at != entries_.end() && at->first == key ? at->second : 0;
}

std::size_t knowledge::blocks_known_at(std::uint32_t time) const {
  return static_cast<std::size_t>(std::count_if(entries_.begin(), entries_.end(), [time](auto const& entry) {
    return (entry.first & 0xffff) == whole_block && time < entry.second;
  }));
}

void race_detector::barrier(block_clock& block) {
  for (auto const& [thread, more] : block.of_thread) block.known.learn(more);
  block.of_thread.clear();
  block.barrier = ++time_;
}

void race_detector::cluster_barrier(std::vector<block_clock*> const& blocks) {
  knowledge all;
  ++time_;
  for (block_clock* const block : blocks) {
    for (auto const& [thread, more] : block->of_thread) block->known.learn(more);
    block->of_thread.clear();
    block->barrier = time_;
    all.learn(block->known);
    all.learn(block->block, knowledge::whole_block, time_);
  }
  for (block_clock* const block : blocks) block->known = all;
}

void race_detector::warp_barrier(block_clock& block, std::uint32_t warp, std::uint32_t lanes, bool all) {
  ++time_;
  knowledge joined;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    std::uint32_t const thread = warp * 32 + lane;
    if (auto const more = block.of_thread.find(thread); more != block.of_thread.end()) joined.learn(more->second);
    if (!all) joined.learn(block.block, thread, time_);
  }
  if (all) block.warp_sync[warp] = time_;
  if (joined.empty()) return;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if ((lanes >> lane & 1) != 0) block.of_thread[warp * 32 + lane].learn(joined);
  }
}

void race_detector::fence(accessor const& by, scope reach) {
  block_clock& clock = *by.clock;
  if (auto const read = clock.pending.find(by.thread); read != clock.pending.end()) {
    clock.of_thread[by.thread].learn(read->second);
    clock.pending.erase(read);
  }
  block_clock::published& made = clock.fenced[by.thread];
  made = {clock.known, reach, clock.block, by.cluster};
  if (auto const more = clock.of_thread.find(by.thread); more != clock.of_thread.end()) made.what.learn(more->second);
  made.what.learn(clock.block, by.thread, ++time_);
  if (clock.barrier != 0) made.what.learn(clock.block, knowledge::whole_block, clock.barrier);
}

void race_detector::publish(std::uint64_t address, accessor const& by, bool also_reads) {
  auto const fenced = by.clock->fenced.find(by.thread);
  if (!also_reads) flags_.erase(address);
  if (fenced == by.clock->fenced.end()) return;
  block_clock::published const& made = fenced->second;
  scope const reach = std::min(made.reach, by.strong);
  auto& flag = flags_[address];
  for (block_clock::published& there : flag) {
    if (there.reach == reach && (reach == scope::device || there.block == made.block)) {
      there.what.learn(made.what);
      return;
    }
  }
  flag.push_back(made);
  flag.back().reach = reach;
}

void race_detector::look(std::uint64_t address, accessor const& by) {
  auto const flag = flags_.find(address);
  if (flag == flags_.end()) return;
  for (block_clock::published const& there : flag->second) {
    if (reaches(there, by)) by.clock->pending[by.thread].learn(there.what);
  }
}

}  // namespace allotype::device_tests
