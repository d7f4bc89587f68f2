// SPDX-License-Identifier: BSL-1.0
/// \file
/// The name of a GPU's setup in configurations of mig-parted and GPU Operator. It is the value of a node's label, too.
#pragma once

#include <allotype/cluster/provision/detail/profile_counts.hpp>
#include <allotype/cluster/request/detail/label_value.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// The plain profile with so many compute slices, and of these the one with the least memory; -1 if there is none.
constexpr int base_profile(mig_board const& board, int compute_slices) {
  for (int p = 0; p < board.row_count; ++p) {
    if (board.rows[p].compute_slices == compute_slices && is_base(board, board.rows[p])) return p;
  }
  return -1;
}

/// Two 1g, one 2g and, where the board has one, one 3g: what NVIDIA calls balanced.
constexpr bool is_balanced(mig_board const& board, profile_counts const& counts) {
  int kinds = 0;
  for (int slices = 1; slices <= 3; ++slices) {
    int const base = base_profile(board, slices);
    if (base < 0) continue;
    int have = 0;
    for (int k = 0; k < counts.count; ++k) have += counts.profile[k] == base ? counts.of[k] : 0;
    if (have != (slices == 1 ? 2 : 1)) return false;
    ++kinds;
  }
  return kinds == counts.count && kinds > 1;
}

/// The name that NVIDIA's default configuration has for it: `all-disabled`, `all-enabled`, `all-PROFILE` for as many as
/// fit, `all-balanced`. A setup that it does not have is named in words, as NVIDIA's documentation names its example:
/// `five-1g-one-2g`; with whole profiles if one of them is not the plain one with the least memory.
constexpr fixed_text<126> setup_name(gpu_setup const& setup) {
  using kubernetes::detail::profile_value;
  constexpr char const* words[] = {"no",    "one",  "two", "three",  "four",   "five",     "six",      "seven",
                                   "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen"};
  fixed_text<126> name;
  if (!setup.mig || setup.count == 0) return name << (setup.mig ? "all-enabled" : "all-disabled");
  profile_counts const counts(setup);
  mig_board const& board = *setup.device->board;
  if (counts.count == 1 && counts.of[0] == board.rows[counts.profile[0]].max_instances) {
    return name << "all-" << profile_value(board.rows[counts.profile[0]].profile).text();
  }
  if (is_balanced(board, counts)) return name << "all-balanced";
  bool plain = true;
  for (int k = 0; k < counts.count; ++k) plain = plain && is_base(board, board.rows[counts.profile[k]]);
  for (int k = 0; k < counts.count; ++k) {
    mig_row const& row = board.rows[counts.profile[k]];
    name << (k == 0 ? "" : "-") << words[counts.of[k]] << "-";
    if (plain) {
      name << row.compute_slices << "g";
    } else {
      name << profile_value(row.profile).text();
    }
  }
  return name;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
