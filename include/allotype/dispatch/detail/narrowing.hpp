// SPDX-License-Identifier: BSL-1.0
/// \file
/// What happens to a number where a verb needs it as another type. The one rule for all verbs:
///
/// - What a function returns is judged by its type: one that holds less does not compile.
/// - A single value that is passed is judged by itself: it is converted if nothing is lost, and else it is an error
/// with the
///   value. A floating-point number for integers does not compile. Between floating-point numbers rounding is no loss,
///   as in a literal, and leaving the range is.
/// - Inside a kernel nothing is tested while it runs: a value that is passed is judged by its type.
#pragma once

#include <cstdio>
#include <type_traits>

#include <allotype/core/error.hpp>
#include <allotype/core/mode.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// A small class that is read as a `float`: `float16`, `bfloat16`, `__half`.
template <class T>
inline constexpr bool is_read_as_float = false;
template <class T>
  requires(std::is_class_v<T> && sizeof(T) <= 2 && std::is_convertible_v<T, float> && std::is_constructible_v<T, float>)
inline constexpr bool is_read_as_float<T> = true;

template <class T>
inline constexpr bool is_floating = std::is_floating_point_v<T> || is_read_as_float<T>;

/// An enumeration without `class` counts as the integer that it is.
template <class T>
struct plain_number {
  using type = T;
};
template <class T>
  requires(std::is_enum_v<T> && std::is_convertible_v<T, long long>)
struct plain_number<T> : std::underlying_type<T> {};

template <class Integer>
inline constexpr int digits_of =
    std::is_same_v<Integer, bool> ? 1 : static_cast<int>(8 * sizeof(Integer)) - std::is_signed_v<Integer>;

/// Stands for a `From` where a class is made from a number: it becomes only numbers that hold a `From`. (nvcc's front
/// end does not see in a concept that the braces in `To{from}` narrow.)
template <class From, bool Exactly>
struct number_from {
  template <class Number>
    requires(std::is_arithmetic_v<Number> &&
             (Exactly ? std::is_same_v<From, Number>
                      : sizeof(Number) >= sizeof(From) && std::is_floating_point_v<Number>))
  operator Number() const;
};

template <class From, class To>
constexpr bool holds_less() {
  using from = typename plain_number<From>::type;
  if constexpr (std::is_same_v<from, To>) {
    return false;
  } else if constexpr (is_floating<from>) {
    if constexpr (std::is_integral_v<To>) {
      return true;
    } else if constexpr (is_floating<To>) {
      return sizeof(To) < sizeof(from);
    } else {  // a class that is made from a number, such as std::complex<float>
      return std::is_convertible_v<from, To> && !std::is_constructible_v<To, number_from<from, true>> &&
             !std::is_constructible_v<To, number_from<from, false>>;
    }
  } else if constexpr (std::is_integral_v<from>) {
    if constexpr (std::is_integral_v<To>) {
      return (std::is_signed_v<from> && std::is_unsigned_v<To>) || digits_of<To> < digits_of<from>;
    } else {
      return is_floating<To> && sizeof(To) < sizeof(from);
    }
  } else if constexpr (std::is_arithmetic_v<To>) {  // a class that converts to a number
    return std::is_convertible_v<from, To> && !requires(from (&value)()) { To{value()}; };
  } else {
    return false;
  }
}
/// `To` does not hold what `From` holds: fractions, larger numbers, negative ones, digits of a `double`. Integers
/// become floating-point numbers of as many bits or more, rounded, as in C++.
template <class From, class To>
inline constexpr bool narrows = holds_less<std::remove_cvref_t<From>, std::remove_cvref_t<To>>();

/// The same for what an operation on two `T` returns: where integers are promoted to `int`, the sum of two `short` is
/// one.
template <class Result, class T>
inline constexpr bool narrows_to_operand = narrows<Result, T>;
template <class Result, class T>
  requires(std::is_integral_v<T>)
inline constexpr bool narrows_to_operand<Result, T> =
    narrows<Result, T> && !std::is_same_v<std::remove_cvref_t<Result>, decltype(+T{})>;

template <class T>
inline constexpr bool is_number = std::is_arithmetic_v<typename plain_number<T>::type> || is_read_as_float<T>;
/// A number that is passed where another type is needed.
template <class Value, class T>
concept number_for = is_number<Value> && std::is_arithmetic_v<T> && !std::is_same_v<Value, T>;
template <class Value, class T>
inline constexpr bool cuts_fractions = is_floating<std::remove_cvref_t<Value>> && std::is_integral_v<T>;

[[noreturn]] [[gnu::cold]] inline void value_is_lost(char const* verb, char const* number) {
  throw size_error(
      message<2000>{} << verb << ": the value " << number
                      << " does not fit the type that it is converted to; give one that fits, or a larger type");
}
[[noreturn]] [[gnu::cold]] inline void whole_value_is_lost(char const* verb, unsigned long long size, bool negative) {
  value_is_lost(verb, (fixed_text<20>() << decimal(size, negative)).text());
}
[[noreturn]] [[gnu::cold]] inline void real_value_is_lost(char const* verb, long double value) {
  char number[48];
  std::snprintf(number, sizeof number, "%Lg", value);
  value_is_lost(verb, number);
}

template <class Integer>
constexpr bool is_negative(Integer number) {
  if constexpr (std::is_signed_v<Integer>) {
    return number < 0;
  } else {
    return false;
  }
}
/// A floating-point number of `T` is exactly this whole number.
template <class T>
constexpr bool holds_whole(unsigned long long size) {
  if (size == 0) return true;
  while (size % 2 == 0) size /= 2;
  constexpr int digits = sizeof(T) == 4 ? 24 : sizeof(T) == 8 ? 53 : 64;
  return digits == 64 || size >> (digits % 64) == 0;
}

/// The value as a `T`.
/// \throws size_error if it is lost
template <class T, class Value>
constexpr T held_value(Value given, char const* verb) {
  using number = std::conditional_t<is_read_as_float<Value>, float, typename plain_number<Value>::type>;
  number const value = static_cast<number>(given);
  T const result = static_cast<T>(value);
  if constexpr (std::is_integral_v<number>) {
    bool const negative = is_negative(value);
    auto const bits = static_cast<unsigned long long>(value);
    unsigned long long const size = negative ? 0 - bits : bits;
    bool held = false;
    if constexpr (std::is_integral_v<T>) {
      held = static_cast<number>(result) == value && is_negative(result) == negative;
    } else {
      held = holds_whole<T>(size);
    }
    if (!held) whole_value_is_lost(verb, size, negative);
  } else if constexpr (sizeof(T) < sizeof(number)) {
    bool const is_finite = value - value == number{};
    bool const stays_finite = result - result == T{};
    if (is_finite && (!stays_finite || (value != number{} && result == T{}))) real_value_is_lost(verb, value);
  }
  return result;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
