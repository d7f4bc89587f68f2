// SPDX-License-Identifier: BSL-1.0
/// \file
/// How many machines a program runs on.
#pragma once

#include <allotype/devices/device_choice.hpp>

namespace allotype {

/// A number of nodes: 1 or more. Neither text nor truth values nor fractions become one.
class node_count {
 public:
  constexpr node_count() = default;
  /// \throws device_selection_error for numbers below 1, and above 2147483647
  template <device_number N>
  constexpr node_count(N number) {
    long long const nodes = detail::as_number(number);
    if (nodes < 1 || nodes > detail::largest_number) {
      throw device_selection_error(device_problem::number_of_nodes, (message<200>{} << nodes).text(), -1,
                                   "this is no number of nodes", "a whole number from 1", {});
    }
    value_ = static_cast<int>(nodes);
  }

  constexpr int value() const { return value_; }

 private:
  int value_ = 1;
};

}  // namespace allotype
