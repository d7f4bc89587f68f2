// SPDX-License-Identifier: BSL-1.0
/// \file
/// Statistics and their summaries as JSON: `nlohmann::ordered_json j = statistics_of(device);`. One key for each field,
/// with its unit in the name; null if the figure is empty.
#pragma once

#include <nlohmann/json.hpp>

#include <allotype/parallel/statistics/monitor.hpp>
#include <allotype/parallel/statistics/statistics_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class Statistics>
nlohmann::ordered_json json_of_fields(Statistics const& now) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for_each_field<Statistics>([&](char const* field, auto get) {
    auto const& value = get(now);
    using figure = quantity_of_field<decltype(value)>;
    auto& to = json[name_with_unit<figure>(field)];
    if (!value) {
      to = nullptr;
    } else if constexpr (std::is_same_v<figure, bytes>) {
      to = value->count;
    } else {
      to = measure<figure>::number(*value);
    }
  });
  return json;
}

}  // namespace detail

inline void to_json(nlohmann::ordered_json& json, gpu_statistics const& now) { json = detail::json_of_fields(now); }
inline void to_json(nlohmann::ordered_json& json, processor_statistics const& now) {
  json = detail::json_of_fields(now);
}

template <class Statistics>
void to_json(nlohmann::ordered_json& json, monitor::summary<Statistics> const& summary) {
  json = {{"samples", summary.samples()},
          {"minimum", detail::json_of_fields(summary.minimum())},
          {"mean", detail::json_of_fields(summary.mean())},
          {"maximum", detail::json_of_fields(summary.maximum())}};
}

inline void to_json(nlohmann::ordered_json& json, monitor::watched_device const& device) {
  json = {{"uuid", to_string(device.uuid)}, {"name", device.name}, {"summary", device.summary}};
  if (!device.complete) {
    json["problem"] = {{"reason", to_string(device.complete.why()).text()}, {"text", device.complete.text()}};
  }
}

inline void to_json(nlohmann::ordered_json& json, monitor::report const& report) {
  json = {{"devices", report.devices},
          {"processor", report.processor},
          {"seconds", report.seconds},
          {"processor_seconds", report.processor_seconds}};
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
