// SPDX-License-Identifier: BSL-1.0
// What a kernel moves: the transactions that a GPU makes of the accesses of a warp's lanes, before any cache; conflicts
// of the banks of shared memory; how far lanes went apart.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace allotype::device_tests {

/// Loads from global memory, or stores. The lanes of a warp that run an instruction together make one request.
struct transfers {
  std::uint64_t requests = 0;
  std::uint64_t bytes = 0;    ///< of these, what the lanes wanted
  std::uint64_t sectors = 0;  ///< of 32 bytes: what is moved
  std::uint64_t lines = 0;    ///< of 128 bytes
  std::uint64_t moved() const { return 32 * sectors; }
};

/// An atomic operation is a load and a store.
struct traffic {
  std::uint64_t launches = 0;
  transfers loads, stores;
  std::uint64_t shared_requests = 0;
  std::uint64_t bank_conflicts = 0;         ///< passes beyond those that the size of the accesses takes
  std::uint64_t instructions = 0;           ///< of threads
  std::uint64_t instructions_of_warps = 0;  ///< of lanes that run one together
  std::uint64_t splits = 0;                 ///< branches that only a part of a warp's lanes took
};

/// The accesses of lanes to memory: of a lane, its number and the address.
using addresses = std::vector<std::pair<int, std::uint64_t>>;
void count_transfers(transfers& to, addresses const& of_lanes, unsigned bytes);
void count_shared_access(traffic& to, addresses const& of_lanes, unsigned bytes);
/// Of a copy by the driver.
void count_whole(transfers& to, std::uint64_t address, std::uint64_t bytes);

/// A table for people: a row each, of a name and its numbers.
std::string table_of(std::vector<std::pair<std::string, traffic>> const& kernels);

}  // namespace allotype::device_tests
