// SPDX-License-Identifier: BSL-1.0
/// \file
/// Datetimes and durations of std::chrono as seconds and nanoseconds, which are protobuf's and fit all of them.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <ratio>

#include <allotype/program/detail/value.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// A duration that counts whole nanoseconds, or numbers with a point.
template <class Span>
concept whole_nanoseconds =
    std::chrono::treat_as_floating_point_v<typename Span::rep> ||
    (std::numeric_limits<typename Span::rep>::is_integer && sizeof(typename Span::rep) <= sizeof(long long) &&
     std::ratio_divide<typename Span::period, std::nano>::den == 1);

/// What protobuf allows: the years 1 to 9999; durations of 10,000 years.
inline constexpr long long first_datetime = -62135596800;
inline constexpr long long last_datetime = 253402300799;
inline constexpr long long longest_duration = 315576000000;

/// The range in whole seconds that protobuf and the type have, and the type's step.
template <class Span>
value_type type_of_time(kind_of_value kind) {
  using rep = typename Span::rep;
  value_type to{.kind = kind,
                .least = kind == kind_of_value::datetime ? first_datetime : -longest_duration,
                .last_second = kind == kind_of_value::datetime ? last_datetime : longest_duration};
  if constexpr (std::numeric_limits<rep>::is_integer) {
    to.tick = std::ratio_divide<typename Span::period, std::nano>::num;
    double const seconds = static_cast<double>(to.tick) / 1e9;
    double const first = static_cast<double>(std::numeric_limits<rep>::min()) * seconds;
    double const last = static_cast<double>(std::numeric_limits<rep>::max()) * seconds;
    if (first > static_cast<double>(to.least)) to.least = static_cast<long long>(std::ceil(first));
    if (last < static_cast<double>(to.last_second)) to.last_second = static_cast<long long>(std::floor(last)) - 1;
  }
  return to;
}

/// \pre the value is in the range of the type, and a whole number of its steps
template <class Span>
Span span_of(value const& from) {
  using rep = typename Span::rep;
  if constexpr (std::numeric_limits<rep>::is_integer) {
    constexpr long long tick = std::ratio_divide<typename Span::period, std::nano>::num;
    constexpr long long second = 1'000'000'000;
    if constexpr (tick < second)
      return Span{static_cast<rep>(from.integer * (second / tick) + from.nanoseconds / tick)};
    else
      return Span{static_cast<rep>(from.integer / (tick / second))};
  } else {
    using seconds = std::chrono::duration<rep>;
    return std::chrono::duration_cast<Span>(
        seconds{static_cast<rep>(from.integer) + static_cast<rep>(from.nanoseconds) / static_cast<rep>(1e9)});
  }
}

/// One that has no place in seconds, as infinity, gets more of them than any type allows.
template <class Span>
value value_of_span(Span from) {
  using rep = typename Span::rep;
  constexpr long long second = 1'000'000'000;
  if constexpr (std::numeric_limits<rep>::is_integer) {
    constexpr long long tick = std::ratio_divide<typename Span::period, std::nano>::num;
    auto const count = static_cast<long long>(from.count());
    if constexpr (tick < second) {
      constexpr long long in_a_second = second / tick;
      long long const rest = (count % in_a_second + in_a_second) % in_a_second;
      return {.integer = (count - rest) / in_a_second, .nanoseconds = static_cast<int>(rest * tick)};
    } else {
      constexpr long long most = std::numeric_limits<long long>::max() / (tick / second);
      return {.integer = std::clamp(count, -most, most) * (tick / second)};
    }
  } else {
    double const seconds = std::chrono::duration<double>(from).count();
    if (!(std::abs(seconds) < 1e15)) return {.integer = std::numeric_limits<long long>::max()};
    double const whole = std::floor(seconds);
    auto const rest = std::min(static_cast<int>(std::lround((seconds - whole) * 1e9)), 999'999'999);
    return {.integer = static_cast<long long>(whole), .nanoseconds = rest};
  }
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
