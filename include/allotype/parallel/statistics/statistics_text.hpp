// SPDX-License-Identifier: BSL-1.0
/// \file
/// Statistics as text for other programs: Prometheus's exposition format and CSV. Fields, units and order come from the
/// structs in parallel/statistics/statistics.hpp. An empty figure has no line or an empty cell, and never 0. JSON is in
/// parallel/statistics/statistics_json.hpp.
#pragma once

#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include <allotype/core/detail/list_text.hpp>
#include <allotype/parallel/statistics/statistics.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class Statistics>
struct statistics_prefix;
template <>
struct statistics_prefix<gpu_statistics> {
  static constexpr char value[] = "allotype_gpu_";
};
template <>
struct statistics_prefix<processor_statistics> {
  static constexpr char value[] = "allotype_processor_";
};

/// The shortest text that reads back as the same number; amounts of memory to the byte.
inline std::string number_text(double number) {
  char digits[32];
  auto const end = std::to_chars(digits, digits + sizeof(digits), number).ptr;
  return {digits, end};
}
inline std::string number_text(bytes amount) { return std::to_string(amount.count); }
template <class Quantity>
std::string number_text(Quantity quantity) {
  return number_text(measure<Quantity>::number(quantity));
}

/// `memory_used_bytes`
template <class Quantity>
std::string name_with_unit(char const* field) {
  return std::string{field} + "_" + measure<Quantity>::unit;
}

template <class Field>
using quantity_of_field = typename std::remove_cvref_t<Field>::value_type;

inline std::string escaped_for_prometheus(std::string const& value) {
  std::string text;
  for (char const c : value) {
    if (c == '\\' || c == '"') text += '\\';
    text += c == '\n' ? std::string{"\\n"} : std::string(1, c);
  }
  return text;
}

inline std::string in_braces(std::vector<std::pair<std::string, std::string>> const& all) {
  std::string text;
  for (auto const& [label, value] : all)
    text += (text.empty() ? "{" : ",") + label + "=\"" + escaped_for_prometheus(value) + "\"";
  return text.empty() ? text : text + "}";
}

}  // namespace detail

namespace csv {

/// `memory_total_bytes,memory_used_bytes,…`; no line end.
template <class Statistics>
[[nodiscard]] std::string header() {
  std::string line;
  detail::for_each_field<Statistics>([&](char const* name, auto get) {
    using figure = detail::quantity_of_field<decltype(get(std::declval<Statistics const&>()))>;
    detail::add_to_list(line, detail::name_with_unit<figure>(name), ",");
  });
  return line;
}

/// One cell for each field, empty if the figure is empty. Without a line end.
template <class Statistics>
[[nodiscard]] std::string row(Statistics const& now) {
  std::string line;
  bool first = true;
  detail::for_each_field<Statistics>([&](char const*, auto get) {
    if (!std::exchange(first, false)) line += ',';
    if (auto const& value = get(now)) line += detail::number_text(*value);
  });
  return line;
}

}  // namespace csv

namespace prometheus {

/// Labels and their values, in the order in which they are written.
struct labels : std::vector<std::pair<std::string, std::string>> {
  using std::vector<std::pair<std::string, std::string>>::vector;
  /// The labels that identify a device: `uuid`, `name` and, for a slice, `board`, the UUID of its board.
  labels(found_device const& device) : vector{{"uuid", to_string(device.uuid())}, {"name", device.name()}} {
    if (device.slice != nullptr) emplace_back("board", to_string(device.board->uuid));
  }
};

/// The exposition format, version 0.0.4: one metric for each field, and one line for each device that has the figure.
/// Metrics that only grow are counters and end in `_total`. Percentages are given as ratios, by Prometheus's
/// convention.
template <class Statistics>
[[nodiscard]] std::string to_string(std::vector<std::pair<labels, Statistics>> const& devices) {
  std::string all;
  detail::for_each_field<Statistics>([&](char const* field, auto get) {
    using figure = detail::quantity_of_field<decltype(get(std::declval<Statistics const&>()))>;
    constexpr bool ratio = std::is_same_v<figure, measured<"percent">>;
    constexpr bool counter = detail::measure<figure>::counts_up;
    std::string const name = detail::statistics_prefix<Statistics>::value +
                             (ratio ? std::string{field} + "_ratio" : detail::name_with_unit<figure>(field)) +
                             (counter ? "_total" : "");
    std::string lines;
    for (auto const& [labelled, now] : devices) {
      auto const& value = get(now);
      if (!value) continue;
      std::string number;
      if constexpr (ratio) {
        number = detail::number_text(value->value / 100);
      } else {
        number = detail::number_text(*value);
      }
      lines += name + detail::in_braces(labelled) + " " + number + "\n";
    }
    if (!lines.empty()) all += "# TYPE " + name + (counter ? " counter\n" : " gauge\n") + lines;
  });
  return all;
}

}  // namespace prometheus
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
