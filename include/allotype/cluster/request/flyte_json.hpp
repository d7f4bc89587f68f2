// SPDX-License-Identifier: BSL-1.0
/// \file
/// The messages of cluster/request/flyte.hpp in protobuf's JSON mapping: what `flyteidl` reads, and what a person can
/// read.
#pragma once

#include <allotype/cluster/request/flyte.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::flyte {

/// Members stand in the order of the fields' numbers; a field that is not sent has no member.
using nlohmann::ordered_json;

namespace detail {

template <class Message>
ordered_json json_of(Message const& message);

/// Writes the fields of a message as protobuf's form of JSON: one that is not sent has no member.
template <class Fields>
struct json_encoder {
  ordered_json& to;

  void put(char const* name, char const* text) {
    auto const& field = row_of<Fields>(name);
    if (*text != '\0' || field.always) to[name] = text;
  }
  void put(char const* name, bool value) {
    if (value) to[name] = value;
  }
  template <class Enumeration>
    requires std::is_enum_v<Enumeration>
  void put(char const* name, Enumeration value) {
    if (value != Enumeration{}) to[name] = row_of<Fields>(name).names[static_cast<int>(value)];
  }
  template <class Message>
  void put(char const* name, optional<Message> const& message) {
    if (message.present) to[name] = json_of(message.value);
  }
  void put(char const* name, resources::list const& list) {
    for (int i = 0; i < list.count; ++i) to[name].push_back(json_of(list.entries[i]));
  }
};

template <class Message>
ordered_json json_of(Message const& message) {
  ordered_json result = ordered_json::object();
  json_encoder<fields_of<Message>> to{result};
  put_fields(to, message);
  return result;
}

}  // namespace detail

/// A message in protobuf's form of JSON. A field that is not sent has no member.
template <class Message>
  requires requires(Message const& message) { detail::table_of(message); }
[[nodiscard]] ordered_json to_json(Message const& message) {
  return detail::json_of(message);
}

/// The ExtendedResources that request `A`, as text: on one line, or indented by so many blanks a level.
/// \throws nothing but std::bad_alloc
template <accelerator A, dialect Dialect = dialect::flyteidl>
[[nodiscard]] std::string json(int indentation = -1) {
  return to_json(extended_resources{.gpu_accelerator = message_of<A, Dialect>}).dump(indentation);
}

/// The TaskTemplate of a request, as text: on one line, or indented by so many blanks a level.
/// \throws nlohmann::json::type_error if `request.type` is not UTF-8
template <dialect Dialect = dialect::flyteidl, accelerator A>
[[nodiscard]] std::string json(task_request<A> const& request, int indentation = -1) {
  return to_json(to_task_template<Dialect>(request)).dump(indentation);
}

/// The TaskTemplate that requests what a task needs, as text: on one line, or indented by so many blanks a level.
/// \throws nothing but std::bad_alloc
template <dialect Dialect = dialect::flyteidl, detail::states_needs Task>
[[nodiscard]] std::string json(Task const& task, int indentation = -1) {
  return json<Dialect>(request_of(task), indentation);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::flyte
