// SPDX-License-Identifier: BSL-1.0
/// \file
/// What is left of a GPU's instances without their places: profiles, and how many there are of each.
#pragma once

#include <allotype/cluster/provision/gpu_setup.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

constexpr bool before_in_alphabet(char const* a, char const* b) {
  while (*a != '\0' && *a == *b) ++a, ++b;
  return static_cast<unsigned char>(*a) < static_cast<unsigned char>(*b);
}

/// Profiles in the order of their names' characters.
struct profile_counts {
  int count = 0;
  int profile[board_places::max_profiles]{};  ///< rows of the board
  int of[board_places::max_profiles]{};

  constexpr explicit profile_counts(gpu_setup const& setup) { add(setup); }
  /// Adds the counts of another GPU of the same kind.
  constexpr void add(gpu_setup const& setup) {
    for (int i = 0; i < setup.count; ++i) add(setup.device->board->rows, setup.instances[i].profile);
  }

 private:
  constexpr void add(mig_row const* rows, int wanted) {
    int at = 0;
    while (at < count && before_in_alphabet(rows[profile[at]].profile, rows[wanted].profile)) ++at;
    if (at == count || profile[at] != wanted) {
      for (int k = count++; k > at; --k) {
        profile[k] = profile[k - 1];
        of[k] = of[k - 1];
      }
      profile[at] = wanted;
      of[at] = 0;
    }
    ++of[at];
  }
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
