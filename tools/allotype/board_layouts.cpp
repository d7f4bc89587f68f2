// SPDX-License-Identifier: BSL-1.0
#include "board_layouts.hpp"

#include <algorithm>
#include <allotype/cluster/layouts/planned_layout.hpp>
#include <map>
#include <memory>

#include "library/layouts.hpp"

namespace program {

namespace {

namespace at = allotype;

board_layout layout_of_code(unsigned long long code) {
  board_layout layout{{}, (code & library::layout_enumeration::maximal_bit) != 0};
  code &= ~library::layout_enumeration::maximal_bit;
  for (int start = 0; code != 0; ++start, code >>= 4) {
    if (int const profile = static_cast<int>(code & 15u) - 1; profile >= 0)
      layout.instances.push_back({profile, start});
  }
  return layout;
}

/// How many there are of each profile, four bits each.
unsigned long long counts_of(board_layout const& layout) {
  unsigned long long counts = 0;
  for (auto const& each : layout.instances) counts += 1ull << (4 * each.profile);
  return counts;
}

/// Large profiles before small ones; of equal ones that with more compute slices.
bool before(at::mig_row const& a, at::mig_row const& b) {
  return a.memory_slices != b.memory_slices ? a.memory_slices > b.memory_slices : a.compute_slices > b.compute_slices;
}

}  // namespace

board_layouts layouts_on(at::accelerator_data const& device, at::profile_set chosen) {
  at::mig_board const& board = *device.board;
  library::board_places const places = library::places_on(board);
  unsigned const profiles = library::profiles_in(board, chosen);
  auto const found = std::make_unique<library::layout_enumeration>(places, profiles);
  if (found->all > library::max_layouts) {
    throw at::input_error(at::message<2000>{} << device.device << " has more than " << library::max_layouts
                                              << " layouts; --profiles chooses fewer");
  }
  std::map<unsigned long long, layout_set> by_counts;
  for (bool const maximal : {true, false}) {  // those come first
    for (int i = 0; i < found->all; ++i) {
      board_layout layout = layout_of_code(found->layouts[i]);
      if (layout.maximal == maximal) by_counts[counts_of(layout)].layouts.push_back(std::move(layout));
    }
  }
  board_layouts all;
  all.layouts = found->all;
  all.maximal = found->maximal;
  std::vector<int> rows;  // large ones first
  for (int row = 0; row < board.row_count; ++row) rows.push_back(row);
  std::sort(rows.begin(), rows.end(), [&](int a, int b) {
    return before(board.rows[a], board.rows[b]) || (!before(board.rows[b], board.rows[a]) && a < b);
  });
  for (auto& [counts, set] : by_counts) {
    set.maximal = true;
    for (int const row : rows) {
      for (unsigned long long left = counts >> (4 * row) & 15u; left > 0; --left) set.profiles.push_back(row);
      if (by_counts.count(counts + (1ull << (4 * row))) != 0) set.maximal = false;
    }
    all.sets.push_back(std::move(set));
  }
  std::vector<int> rank(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rank[static_cast<std::size_t>(rows[i])] = static_cast<int>(i);
  std::sort(all.sets.begin(), all.sets.end(), [&](layout_set const& a, layout_set const& b) {
    return std::lexicographical_compare(
        a.profiles.begin(), a.profiles.end(), b.profiles.begin(), b.profiles.end(),
        [&](int p, int q) { return rank[static_cast<std::size_t>(p)] < rank[static_cast<std::size_t>(q)]; });
  });
  return all;
}

}  // namespace program
