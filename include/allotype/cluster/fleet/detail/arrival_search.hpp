// SPDX-License-Identifier: BSL-1.0
/// \file
/// Whether instances that are asked for one after the other all get a place, whatever the order, if each is given the
/// first start that is free and stays there: a plain function for the compiler and for programs alike.
#pragma once

#include <allotype/plan/placement.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

struct arrival_report {
  static constexpr int most = board_places::max_units;

  bool safe = true;
  int stranding = 0;    ///< arrivals in the shortest order that strands its last one
  int strands[most]{};  ///< their profiles
  bool can_be_made_safe = true;
  int first = 0;            ///< the fewest that have to come first, in this order, so that the others may come in any
  int comes_first[most]{};  ///< their profiles
};

class arrival_search {
 public:
  constexpr arrival_search(board_places const& board, instance_spec const* instances, int count, bool highest)
      : board_(board), count_(count), highest_(highest) {
    for (int i = 0; i < count; ++i) ++wanted_[instances[i].profile];
  }

  constexpr arrival_report search() {
    holdings const nothing = nothing_held(board_);
    for (int length = 1; length <= count_ && report_.safe; ++length) {
      if (strands_at(nothing, 0, length)) {
        report_.safe = false;
        report_.stranding = length;
      }
    }
    if (report_.safe) return report_;
    report_.can_be_made_safe = false;
    for (int length = 1; length <= count_ && !report_.can_be_made_safe; ++length) {
      report_.first = length;
      report_.can_be_made_safe = safe_after(nothing, 0, length);
    }
    return report_;
  }

 private:
  constexpr unsigned chosen_start(unsigned starts) const {
    return static_cast<unsigned>(highest_ ? highest_bit(starts) : lowest_bit(starts));
  }
  constexpr holdings arrived(holdings const& held, int p, unsigned starts) const {
    return with_one_more(board_, held, p, static_cast<int>(chosen_start(starts)));
  }

  /// After `arrived` ones there is an order whose arrival number `length` has no place, and no earlier one is stranded.
  constexpr bool strands_at(holdings const& held, int arrived_count, int length) {
    for (int p = 0; p < board_.profiles; ++p) {
      if (wanted_[p] == 0) continue;
      unsigned const starts = free_starts(board_, held, p);
      report_.strands[arrived_count] = p;
      if (starts == 0) return true;  // only at the length that is tried, for shorter ones were tried before
      if (arrived_count + 1 == length) continue;
      --wanted_[p];
      bool const stranded = strands_at(arrived(held, p, starts), arrived_count + 1, length);
      ++wanted_[p];
      if (stranded) return true;
    }
    return false;
  }

  constexpr bool all_orders_are_safe(holdings const& held) {
    for (int p = 0; p < board_.profiles; ++p) {
      if (wanted_[p] == 0) continue;
      unsigned const starts = free_starts(board_, held, p);
      if (starts == 0) return false;
      --wanted_[p];
      bool const safe = all_orders_are_safe(arrived(held, p, starts));
      ++wanted_[p];
      if (!safe) return false;
    }
    return true;
  }

  constexpr bool safe_after(holdings const& held, int arrived_count, int length) {
    if (arrived_count == length) return all_orders_are_safe(held);
    for (int p = board_.profiles - 1; p >= 0; --p) {
      unsigned const starts = wanted_[p] == 0 ? 0 : free_starts(board_, held, p);
      if (starts == 0) continue;
      report_.comes_first[arrived_count] = p;
      --wanted_[p];
      bool const safe = safe_after(arrived(held, p, starts), arrived_count + 1, length);
      ++wanted_[p];
      if (safe) return true;
    }
    return false;
  }

  board_places const& board_;
  int count_;
  bool highest_;
  int wanted_[board_places::max_profiles]{};
  arrival_report report_{};
};

/// \param highest each gets the highest start that is free, and not the lowest
/// Complexity: the number of orders of the instances at worst, equal ones not told apart.
constexpr arrival_report report_arrivals(board_places const& board, instance_spec const* instances, int count,
                                         bool highest) {
  return arrival_search(board, instances, count, highest).search();
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
