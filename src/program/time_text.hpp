// SPDX-License-Identifier: BSL-1.0
/// \file
/// Datetimes and durations as texts, those of protobuf's JSON: `2026-01-31T12:00:00.5Z` (RFC 3339) and `1.5s`.
#pragma once

#include <charconv>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include <allotype/program/detail/value.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// Reads a text from its front. What does not fit once stays wrong.
class time_reader {
 public:
  explicit time_reader(std::string_view text) : rest_(text) {}

  bool take(char c) {
    bool const there = !rest_.empty() && rest_[0] == c;
    if (there) rest_.remove_prefix(1);
    return there;
  }
  void expect(char c) { good_ = take(c) && good_; }
  /// A number of `least` to `most` digits.
  long long number(std::size_t least, std::size_t most) {
    std::size_t size = 0;
    while (size < rest_.size() && size < most && rest_[size] >= '0' && rest_[size] <= '9') ++size;
    good_ = good_ && size >= least;
    long long to = 0;
    std::from_chars(rest_.data(), rest_.data() + size, to);
    rest_.remove_prefix(size);
    return to;
  }
  /// Behind a point, in nanoseconds; 0 without one.
  int fraction() {
    if (!take('.')) return 0;
    std::size_t const before = rest_.size();
    long long to = number(1, 9);
    for (std::size_t digits = before - rest_.size(); digits < 9; ++digits) to *= 10;
    return static_cast<int>(to);
  }
  bool ended_well() const { return good_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool good_ = true;
};

/// None where the text is no datetime with a zone.
inline std::optional<value> datetime_of(std::string_view text) {
  using namespace std::chrono;
  time_reader in(text);
  auto const number = [&](char before) {
    if (before != 0) in.expect(before);
    return static_cast<int>(in.number(2, 2));
  };
  year const in_year{static_cast<int>(in.number(4, 4))};
  month const in_month{static_cast<unsigned>(number('-'))};
  day const on_day{static_cast<unsigned>(number('-'))};
  int const hour = number(in.take(' ') ? '\0' : 'T'), minute = number(':'), second = number(':');
  int const nanoseconds = in.fraction();
  int offset = 0;
  if (!in.take('Z')) {
    bool const west = in.take('-');
    int const hours_off = number(west ? '\0' : '+'), minutes_off = number(':');
    if (hours_off > 23 || minutes_off > 59) return std::nullopt;
    offset = (hours_off * 60 + minutes_off) * (west ? -1 : 1);
  }
  year_month_day const date{in_year, in_month, on_day};
  if (!in.ended_well() || !date.ok() || in_year == year{0} || hour > 23 || minute > 59 || second > 59)
    return std::nullopt;
  sys_seconds const at = sys_days{date} + hours{hour} + minutes{minute - offset} + seconds{second};
  return value{.integer = at.time_since_epoch().count(), .nanoseconds = nanoseconds};
}

/// None where the text is no duration.
inline std::optional<value> duration_of(std::string_view text) {
  time_reader in(text);
  bool const negative = in.take('-');
  long long const seconds = in.number(1, 12);
  int const nanoseconds = in.fraction();
  in.expect('s');
  if (!in.ended_well()) return std::nullopt;
  if (!negative) return value{.integer = seconds, .nanoseconds = nanoseconds};
  return value{.integer = -seconds - (nanoseconds > 0 ? 1 : 0),
               .nanoseconds = nanoseconds > 0 ? 1'000'000'000 - nanoseconds : 0};
}

/// ".5", or nothing.
inline std::string fraction_text(int nanoseconds) {
  if (nanoseconds == 0) return "";
  std::string digits = std::to_string(1'000'000'000 + nanoseconds);
  digits[0] = '.';
  digits.erase(digits.find_last_not_of('0') + 1);
  return digits;
}

/// \pre the years 1 to 9999
inline std::string datetime_text(value const& from) {
  using namespace std::chrono;
  sys_seconds const at{seconds{from.integer}};
  auto const on = floor<days>(at);
  year_month_day const date{on};
  hh_mm_ss const clock{at - on};
  char text[32];
  std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()));
  return text + fraction_text(from.nanoseconds) + "Z";
}

inline std::string duration_text(value const& from) {
  bool const negative = from.integer < 0;
  bool const borrows = negative && from.nanoseconds > 0;
  long long const seconds = negative ? -(from.integer + (borrows ? 1 : 0)) : from.integer;
  int const nanoseconds = borrows ? 1'000'000'000 - from.nanoseconds : from.nanoseconds;
  return (negative ? "-" : "") + std::to_string(seconds) + fraction_text(nanoseconds) + "s";
}

inline std::optional<value> time_of(kind_of_value kind, std::string_view text) {
  return kind == kind_of_value::datetime ? datetime_of(text) : duration_of(text);
}
inline std::string time_text(kind_of_value kind, value const& from) {
  return kind == kind_of_value::datetime ? datetime_text(from) : duration_text(from);
}

inline bool is_time(value_type const& type) {
  return type.kind == kind_of_value::datetime || type.kind == kind_of_value::duration;
}
inline value span_of_ticks(long long nanoseconds) {
  constexpr long long second = 1'000'000'000;
  return {.integer = nanoseconds / second, .nanoseconds = static_cast<int>(nanoseconds % second)};
}

/// Within the range of the type, which is protobuf's or less.
inline bool is_in_range(value_type const& type, value const& from) {
  return from.integer >= type.least && from.integer <= type.last_second;
}
inline bool is_whole_ticks(value_type const& type, value const& from) {
  constexpr long long second = 1'000'000'000;
  if (type.tick < second) return from.nanoseconds % type.tick == 0;
  return from.nanoseconds == 0 && from.integer % (type.tick / second) == 0;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
