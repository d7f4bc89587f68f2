// SPDX-License-Identifier: BSL-1.0
#include "traffic.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace allotype::device_tests {

namespace {

constexpr std::uint64_t sector = 32, line = 128;

/// How many different pieces of a size the accesses touch.
std::uint64_t pieces(addresses const& of_lanes, unsigned bytes, std::uint64_t size) {
  std::vector<std::uint64_t> touched;
  for (auto const& [lane, address] : of_lanes) {
    for (std::uint64_t piece = address / size; piece <= (address + bytes - 1) / size; ++piece) touched.push_back(piece);
  }
  std::sort(touched.begin(), touched.end());
  return static_cast<std::uint64_t>(std::unique(touched.begin(), touched.end()) - touched.begin());
}

/// How often the banks must be read for the lanes from `first` on: a bank gives one word of 4 bytes at a time, to all
/// lanes that want it.
std::uint64_t passes(addresses const& of_lanes, int first, int end, unsigned bytes) {
  std::array<std::vector<std::uint64_t>, 32> banks;
  for (auto const& [lane, address] : of_lanes) {
    if (lane < first || lane >= end) continue;
    for (std::uint64_t word = address / 4; word <= (address + bytes - 1) / 4; ++word) {
      auto& bank = banks[word % banks.size()];
      if (std::find(bank.begin(), bank.end(), word) == bank.end()) bank.push_back(word);
    }
  }
  std::size_t most = 0;
  for (auto const& bank : banks) most = std::max(most, bank.size());
  return most;
}

}  // namespace

void count_transfers(transfers& to, addresses const& of_lanes, unsigned bytes) {
  if (of_lanes.empty()) return;
  ++to.requests;
  std::uint64_t const size = bytes < 4 ? 1 : 4;
  to.bytes += size * pieces(of_lanes, bytes, size);
  to.sectors += pieces(of_lanes, bytes, sector);
  to.lines += pieces(of_lanes, bytes, line);
}

void count_shared_access(traffic& to, addresses const& of_lanes, unsigned bytes) {
  if (of_lanes.empty()) return;
  ++to.shared_requests;
  // Accesses of 8 bytes take two passes of half a warp, those of 16 bytes four.
  int const together = bytes <= 4 ? 32 : bytes == 8 ? 16 : 8;
  for (int first = 0; first < 32; first += together) {
    std::uint64_t const needed = passes(of_lanes, first, first + together, bytes);
    if (needed > 1) to.bank_conflicts += needed - 1;
  }
}

void count_whole(transfers& to, std::uint64_t address, std::uint64_t bytes) {
  if (bytes == 0) return;
  auto const touched = [&](std::uint64_t size) { return (address + bytes - 1) / size - address / size + 1; };
  ++to.requests;
  to.bytes += bytes;
  to.sectors += touched(sector);
  to.lines += touched(line);
}

std::string table_of(std::vector<std::pair<std::string, traffic>> const& kernels) {
  constexpr std::array<char const*, 11> head{"launches",      "read",    "of it used",     "written",
                                             "of it used",    "sectors", "lines of 128 B", "conflicts of banks",
                                             "lanes at work", "splits",  "kernel"};
  std::vector<std::array<std::string, 11>> rows{{}};
  std::copy(head.begin(), head.end(), rows[0].begin());
  auto const share = [](transfers const& of) {
    return of.sectors == 0 ? std::string("-") : std::to_string((100 * of.bytes + of.moved() / 2) / of.moved()) + " %";
  };
  for (auto const& [name, of] : kernels) {
    char lanes[16] = "-";
    if (of.instructions_of_warps != 0) {
      std::snprintf(lanes, sizeof(lanes), "%.1f of 32",
                    static_cast<double>(of.instructions) / static_cast<double>(of.instructions_of_warps));
    }
    rows.push_back({std::to_string(of.launches), std::to_string(of.loads.moved()) + " B", share(of.loads),
                    std::to_string(of.stores.moved()) + " B", share(of.stores),
                    std::to_string(of.loads.sectors + of.stores.sectors),
                    std::to_string(of.loads.lines + of.stores.lines), std::to_string(of.bank_conflicts), lanes,
                    std::to_string(of.splits), name});
  }
  std::string text;
  for (auto const& row : rows) {
    for (std::size_t column = 0; column + 1 < row.size(); ++column) {
      std::size_t width = 0;
      for (auto const& other : rows) width = std::max(width, other[column].size());
      text += std::string(width - row[column].size(), ' ') + row[column] + "  ";
    }
    text += row.back() + '\n';
  }
  return text;
}

}  // namespace allotype::device_tests
