// SPDX-License-Identifier: BSL-1.0
/// \file
/// Measured quantities, each a type with its unit. `bytes` is in core/units.hpp.
#pragma once

#include <compare>

#include <allotype/core/units.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Parts of a hundred.
struct percent {
  double value = 0;  ///< in %
  static constexpr char unit[] = "percent";
  friend constexpr auto operator<=>(percent, percent) = default;
};
/// A temperature in degrees Celsius.
struct celsius {
  double value = 0;  ///< in °C
  static constexpr char unit[] = "celsius";
  friend constexpr auto operator<=>(celsius, celsius) = default;
};
/// Power in watts.
struct watts {
  double value = 0;  ///< in W
  static constexpr char unit[] = "watts";
  friend constexpr auto operator<=>(watts, watts) = default;
};
/// A count from some beginning, such as the driver's start.
struct joules {
  double value = 0;  ///< in J
  static constexpr char unit[] = "joules";
  static constexpr bool counts_up = true;
  friend constexpr auto operator<=>(joules, joules) = default;
};
/// A frequency in hertz.
struct hertz {
  double value = 0;  ///< in Hz
  static constexpr char unit[] = "hertz";
  friend constexpr auto operator<=>(hertz, hertz) = default;
};

namespace detail {

/// The name of a quantity's unit, whether the quantity only grows, its number, and a quantity from a number.
template <class Quantity>
struct measure {
  static constexpr char const* unit = Quantity::unit;
  static constexpr bool counts_up = requires { requires Quantity::counts_up; };
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
