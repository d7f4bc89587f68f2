// SPDX-License-Identifier: BSL-1.0
/// \file
/// Measured quantities, each a type with its unit. `bytes` is in core/units.hpp.
#pragma once

#include <compare>

#include <allotype/core/fixed_text.hpp>
#include <allotype/core/units.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// A measured number with its unit, which names of fields end in: `measured<"celsius">`. Joules are counted from some
/// beginning, such as the driver's start.
template <fixed_text Unit>
struct measured {
  double value = 0;                                                ///< in that unit
  static constexpr char const* unit = Unit.characters;             ///< written out, in the plural
  static constexpr bool counts_up = Unit == fixed_text("joules");  ///< it only grows
  friend constexpr auto operator<=>(measured, measured) = default;
};

namespace detail {

/// The name of a quantity's unit, whether the quantity only grows, its number, and a quantity from a number.
template <class Quantity>
struct measure {
  static constexpr char const* unit = Quantity::unit;
  static constexpr bool counts_up = Quantity::counts_up;
  static constexpr double number(Quantity quantity) { return quantity.value; }
  static constexpr Quantity quantity(double number) { return {number}; }
};
template <>
struct measure<bytes> {
  static constexpr char const* unit = "bytes";
  static constexpr bool counts_up = false;
  static constexpr double number(bytes quantity) { return static_cast<double>(quantity.count); }
  static constexpr bytes quantity(double number) { return {static_cast<unsigned long long>(number + 0.5)}; }
};

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
