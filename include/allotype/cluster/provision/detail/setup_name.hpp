// SPDX-License-Identifier: BSL-1.0
/// \file
/// The name of a GPU's setup in configurations of mig-parted and GPU Operator. It is the value of a node's label, too.
#pragma once

#include <allotype/cluster/provision/detail/profile_counts.hpp>
#include <allotype/core/detail/text_writer.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// The plain profile with so many compute slices, and of these the one with the least memory; -1 if there is none.
constexpr int base_profile(mig_board const& board, int compute_slices) {
  unsigned const base = profiles_in(board, profile_set::base);
  for (int p = 0; p < board.row_count; ++p) {
    if ((base >> p & 1u) != 0 && board.rows[p].compute_slices == compute_slices) return p;
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

/// A label's value has no `+`.
constexpr void print_in_label(text_writer& to, char const* profile) {
  for (; *profile != '\0'; ++profile) to << (*profile == '+' ? '.' : *profile);
}

/// The name that NVIDIA's default configuration has for it: `all-disabled`, `all-enabled`, `all-PROFILE` for as many as
/// fit, `all-balanced`. A setup that it does not have is named in words, as NVIDIA's documentation names its example:
/// `five-1g-one-2g`; with whole profiles if one of them is not the plain one with the least memory.
constexpr void print_setup_name(text_writer& to, gpu_setup const& setup) {
  constexpr char const* words[] = {"no",    "one",  "two", "three",  "four",   "five",     "six",      "seven",
                                   "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen"};
  if (!setup.mig || setup.count == 0) {
    to << (setup.mig ? "all-enabled" : "all-disabled");
    return;
  }
  profile_counts const counts(setup);
  mig_row const* const rows = setup.device->board->rows;
  if (counts.count == 1 && counts.of[0] == rows[counts.profile[0]].max_instances) {
    print_in_label(to << "all-", rows[counts.profile[0]].profile);
    return;
  }
  if (is_balanced(*setup.device->board, counts)) {
    to << "all-balanced";
    return;
  }
  bool plain = true;
  for (int k = 0; k < counts.count; ++k) {
    plain = plain && base_profile(*setup.device->board, rows[counts.profile[k]].compute_slices) == counts.profile[k];
  }
  for (int k = 0; k < counts.count; ++k) {
    to << (k == 0 ? "" : "-") << words[counts.of[k]] << '-';
    if (plain) {
      to << rows[counts.profile[k]].compute_slices << 'g';
    } else {
      print_in_label(to, rows[counts.profile[k]].profile);
    }
  }
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
