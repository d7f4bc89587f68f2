// SPDX-License-Identifier: BSL-1.0
/// \file
/// Amounts and counts as template arguments, such as those of `memory<8_GiB>` and `cpus<4>`. The parameter takes any
/// number, and a further one says what is wrong with it: a number that no parameter takes would leave an alias
/// undeclared, and each use of that is an error more.
#pragma once

#include <concepts>
#include <type_traits>

#include <allotype/core/units.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

// `position` is private where the number is wrong, so that naming it is the error: compilers print what the class is
// called, and go on.
class an_amount_of_memory_has_its_unit_as_in_memory_8_GiB {
  static constexpr int position = 0;
};
class a_count_is_an_integer_as_in_cpus_4 {
  static constexpr int position = 0;
};
struct nothing_refused {
  static constexpr int position = 0;
};
template <auto Asked>
using refused_as_bytes = std::conditional_t<std::same_as<std::remove_cvref_t<decltype(Asked)>, bytes>, nothing_refused,
                                            an_amount_of_memory_has_its_unit_as_in_memory_8_GiB>;
/// An `int` holds it. What is above 2^63 becomes negative, which no count may be.
template <class Number>
constexpr bool is_count(Number asked) {
  if constexpr (std::integral<Number>) {
    auto const wide = static_cast<long long>(asked);
    return wide == static_cast<int>(wide);
  } else {
    return false;
  }
}
template <auto Asked>
using refused_as_count = std::conditional_t<is_count(Asked), nothing_refused, a_count_is_an_integer_as_in_cpus_4>;

/// What stands in for a number that was refused.
constexpr bytes amount_asked(bytes asked) { return asked; }
template <class Other>
constexpr bytes amount_asked(Other) {
  return {1};
}
template <class Number>
constexpr int count_asked(Number asked) {
  return is_count(asked) ? static_cast<int>(asked) : 1;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
