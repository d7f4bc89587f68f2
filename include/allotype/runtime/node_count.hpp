// SPDX-License-Identifier: BSL-1.0
/// \file
/// How many machines a program runs on.
#pragma once

#include <allotype/runtime/device_choice.hpp>

namespace allotype {

/// A number of nodes: 1 or more. Neither text nor truth values nor fractions become one.
class node_count {
 public:
  constexpr node_count() = default;
  /// \throws device_selection_error for numbers below 1, and above 2147483647
  template <device_number N>
  constexpr node_count(N number)  // NOLINT: a number is one
      : value_(static_cast<int>(number)) {
    constexpr bool is_signed = static_cast<N>(-1) < static_cast<N>(0);
    bool const negative = is_signed && number < static_cast<N>(0);
    if (negative || number == 0 || static_cast<unsigned long long>(number) > 2147483647ULL) {
      message<200> input;
      if (negative || static_cast<unsigned long long>(number) <= 2147483647ULL) {
        input << static_cast<long long>(number);
      } else {
        input << "a number above 2147483647";
      }
      throw device_selection_error(device_problem::number_of_nodes, input.text(), -1, "this is no number of nodes",
                                   "a whole number from 1", {});
    }
  }

  constexpr int value() const { return value_; }

 private:
  int value_ = 1;
};

}  // namespace allotype
