// SPDX-License-Identifier: BSL-1.0
/// \file
/// Types, inputs and outputs as Flyte's types and literals, as flytekit writes and reads them: structures are its
/// dataclasses, optionals its unions with None.
#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "flyte_wire.hpp"

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

// ---- types

/// flytekit's name for the transformer of the type, which tells the variants of a union apart.
inline char const* flyte_tag(value_type const& type) {
  constexpr char const* tags[] = {
      "bool", "int", "float", "str", "FlyteFilePath", "Typed List", "Typed Dict", "", "Object-Dataclass-Transformer"};
  return tags[static_cast<int>(type.kind)];
}

/// The JSON schema of a field of a structure, as flytekit writes it.
inline ordered_json schema_of(value_type const& type, std::string const& title) {
  switch (type.kind) {
    case kind_of_value::boolean:
      return {{"type", "boolean"}};
    case kind_of_value::integer:
      return {{"type", "integer"}};
    case kind_of_value::number:
      return {{"type", "number"}};
    case kind_of_value::string:
      return {{"type", "string"}};
    case kind_of_value::file:
      return {{"type", "object"},
              {"title", "FlyteFile"},
              {"properties", {{"path", {{"type", "string"}}}}},
              {"additionalProperties", false}};
    case kind_of_value::list:
      return {{"type", "array"}, {"items", schema_of(type.parts[0], title)}};
    case kind_of_value::map:
      return {{"type", "object"},
              {"additionalProperties", schema_of(type.parts[0], title)},
              {"propertyNames", {{"type", "string"}}}};
    case kind_of_value::optional: {
      ordered_json const nothing = {{"type", "null"}};
      return {{"anyOf", ordered_json::array({schema_of(type.parts[0], title), nothing})}, {"default", nullptr}};
    }
    case kind_of_value::structure:
      break;
  }
  ordered_json required = ordered_json::array(), properties = ordered_json::object();
  for (std::size_t i = 0; i < type.names.size(); ++i) {
    properties[type.names[i]] = schema_of(type.parts[i], type.names[i]);
    if (type.parts[i].kind != kind_of_value::optional) required.push_back(type.names[i]);
  }
  return {{"type", "object"},
          {"title", title},
          {"properties", properties},
          {"additionalProperties", false},
          {"required", required}};
}

/// LiteralType. \param title of structures
inline ordered_json flyte_type(value_type const& type, std::string const& title) {
  switch (type.kind) {
    case kind_of_value::boolean:
      return {{"simple", "BOOLEAN"}};
    case kind_of_value::integer:
      return {{"simple", "INTEGER"}};
    case kind_of_value::number:
      return {{"simple", "FLOAT"}};
    case kind_of_value::string:
      return {{"simple", "STRING"}};
    case kind_of_value::file:
      return {{"blob", ordered_json::object()}};
    case kind_of_value::list:
      return {{"collectionType", flyte_type(type.parts[0], title)}};
    case kind_of_value::map:
      return {{"mapValueType", flyte_type(type.parts[0], title)}};
    case kind_of_value::optional: {
      ordered_json some = flyte_type(type.parts[0], title);
      some["structure"] = {{"tag", flyte_tag(type.parts[0])}};
      ordered_json const none = {{"simple", "NONE"}, {"structure", {{"tag", "none"}}}};
      return {{"unionType", {{"variants", ordered_json::array({some, none})}}}};
    }
    case kind_of_value::structure:
      break;
  }
  ordered_json fields = ordered_json::object();
  for (std::size_t i = 0; i < type.names.size(); ++i) fields[type.names[i]] = flyte_type(type.parts[i], type.names[i]);
  return {{"simple", "STRUCT"},
          {"metadata", schema_of(type, title)},
          {"annotation", {{"annotations", {{"cache-key-metadata", {{"serialization-format", "msgpack"}}}}}}},
          {"structure", {{"dataclassType", fields}}}};
}

// ---- files: paths here, URIs there

/// Where buckets are mounted: `s3://bucket` is the folder `/mnt/bucket`.
struct flyte_mounts {
  std::vector<std::pair<std::string, std::string>> folders;

  /// \throws input_error where no mount has the URI
  std::string path_of(std::string const& uri, std::string const& where) const {
    for (auto const& [remote, folder] : folders) {
      if (uri == remote || uri.rfind(remote + "/", 0) == 0) return folder + uri.substr(remote.size());
    }
    constexpr std::string_view local = "file://";
    if (uri.rfind(local, 0) == 0) return uri.substr(local.size());
    if (uri.find("://") != std::string::npos) {
      refuse_input(where, uri + " is not in a folder of this machine; a mounted bucket is, with --flyte-mount " +
                              uri.substr(0, uri.find('/', uri.find("://") + 3)) + "=/its/folder");
    }
    return uri;
  }
  std::string uri_of(std::string const& path) const {
    for (auto const& [remote, folder] : folders) {
      if (path.rfind(folder + "/", 0) == 0) return remote + path.substr(folder.size());
    }
    return path;
  }
};

/// Structures as MessagePack: files are objects with a path, NaN is a number.
inline ordered_json packed_json(value_type const& type, value const& from, std::string const& where) {
  ordered_json to;
  switch (type.kind) {
    case kind_of_value::file:
      return {{"path", from.text}};
    case kind_of_value::number:
      return from.number;
    case kind_of_value::list:
      to = ordered_json::array();
      for (value const& each : from.items) to.push_back(packed_json(type.parts[0], each, where));
      return to;
    case kind_of_value::map:
      to = ordered_json::object();
      for (std::size_t i = 0; i < from.items.size(); ++i)
        to[from.keys[i]] = packed_json(type.parts[0], from.items[i], where);
      return to;
    case kind_of_value::optional:
      return from.present ? packed_json(type.parts[0], from.items[0], where) : ordered_json(nullptr);
    case kind_of_value::structure:
      to = ordered_json::object();
      for (std::size_t i = 0; i < type.names.size(); ++i)
        to[type.names[i]] = packed_json(type.parts[i], from.items[i], where);
      return to;
    default:
      return json_of_value(type, from, where);
  }
}

/// The same the other way: an object with a path becomes the path.
inline ordered_json unpacked_json(value_type const& type, ordered_json json) {
  if (type.kind == kind_of_value::optional)
    return json.is_null() ? json : unpacked_json(type.parts[0], std::move(json));
  if (type.kind == kind_of_value::file && json.is_object() && json.contains("path")) return json["path"];
  if ((type.kind == kind_of_value::list && json.is_array()) || (type.kind == kind_of_value::map && json.is_object())) {
    for (ordered_json& each : json) each = unpacked_json(type.parts[0], std::move(each));
  }
  if (type.kind == kind_of_value::structure && json.is_object()) {
    for (std::size_t i = 0; i < type.names.size(); ++i) {
      if (json.contains(type.names[i]))
        json[type.names[i]] = unpacked_json(type.parts[i], std::move(json[type.names[i]]));
    }
  }
  return json;
}

// ---- literals

/// Literal. \throws error where Flyte cannot hold the value
inline ordered_json literal_of(value_type const& type, value const& from, std::string const& where,
                               std::string const& title) {
  auto const primitive = [](char const* kind, ordered_json what) {
    return ordered_json{{"scalar", {{"primitive", {{kind, std::move(what)}}}}}};
  };
  switch (type.kind) {
    case kind_of_value::boolean:
      return primitive("boolean", from.integer != 0);
    case kind_of_value::integer:
      if (type.least == 0 && from.integer < 0) {
        throw error(message<2000>{} << where.c_str() << ": " << json_of_value(type, from).dump().c_str()
                                    << " is beyond Flyte's integers; the largest is "
                                    << std::to_string(std::numeric_limits<long long>::max()).c_str());
      }
      return primitive("integer", from.integer);
    case kind_of_value::number:
      return primitive("floatValue", from.number);
    case kind_of_value::string:
      return primitive("stringValue", json_of_value(type, from, where));
    case kind_of_value::file:
      return {
          {"scalar",
           {{"blob", {{"metadata", {{"type", ordered_json::object()}}}, {"uri", json_of_value(type, from, where)}}}}}};
    case kind_of_value::list: {
      ordered_json list = ordered_json::array();
      for (value const& each : from.items) list.push_back(literal_of(type.parts[0], each, where, title));
      return {{"collection", {{"literals", list}}}};
    }
    case kind_of_value::map: {
      ordered_json map = ordered_json::object();
      for (std::size_t i = 0; i < from.items.size(); ++i)
        map[from.keys[i]] = literal_of(type.parts[0], from.items[i], where, title);
      return {{"map", {{"literals", map}}}};
    }
    case kind_of_value::optional: {
      ordered_json const variants = flyte_type(type, title)["unionType"]["variants"];
      ordered_json const nothing = {{"scalar", {{"noneType", ordered_json::object()}}}};
      ordered_json const some = from.present ? literal_of(type.parts[0], from.items[0], where, title) : nothing;
      return {{"scalar", {{"union", {{"value", some}, {"type", variants[from.present ? 0 : 1]}}}}}};
    }
    case kind_of_value::structure:
      break;
  }
  return {{"scalar",
           {{"binary",
             {{"value", ordered_json::binary(ordered_json::to_msgpack(packed_json(type, from, where)))},
              {"tag", "msgpack"}}}}}};
}

/// The input that a Literal states. \throws input_error
inline value value_of_literal(value_type const& type, ordered_json const& literal, std::string const& where,
                              flyte_mounts const& mounts) {
  auto const refuse = [&](std::string const& found) { refuse_value(type, where, found); };
  auto const read = [&](ordered_json const& json) { return value_of_json(type, json, where, ""); };
  if (literal.contains("offloadedMetadata"))
    refuse_input(where, "is offloaded, and a program reads inputs that are in the message");
  if (literal.contains("scalar") && literal["scalar"].contains("union")) {
    ordered_json const& inside = literal["scalar"]["union"];
    return value_of_literal(type, inside.value("value", ordered_json::object()), where, mounts);
  }
  ordered_json const scalar = literal.value("scalar", ordered_json::object());
  ordered_json const primitive = scalar.value("primitive", ordered_json::object());
  value to;
  switch (type.kind) {
    case kind_of_value::optional:
      to.present = !scalar.contains("noneType");
      if (to.present) to.items.push_back(value_of_literal(type.parts[0], literal, where, mounts));
      return to;
    case kind_of_value::boolean:
      if (primitive.contains("boolean")) return read(primitive["boolean"]);
      break;
    case kind_of_value::integer:
      if (primitive.contains("integer")) return read(primitive["integer"]);
      break;
    case kind_of_value::number:
      if (primitive.contains("floatValue")) return read(primitive["floatValue"]);
      if (primitive.contains("integer")) return read(primitive["integer"]);
      break;
    case kind_of_value::string:
      if (primitive.contains("stringValue")) return read(primitive["stringValue"]);
      break;
    case kind_of_value::file:
      if (scalar.contains("blob")) return read(mounts.path_of(scalar["blob"].value("uri", std::string{}), where));
      break;
    case kind_of_value::list: {
      if (!literal.contains("collection")) break;
      for (ordered_json const& each : literal["collection"].value("literals", ordered_json::array())) {
        std::string const place = where + "[" + std::to_string(to.items.size()) + "]";
        to.items.push_back(value_of_literal(type.parts[0], each, place, mounts));
      }
      return to;
    }
    case kind_of_value::map: {
      if (!literal.contains("map")) break;
      ordered_json const literals = literal["map"].value("literals", ordered_json::object());
      for (auto const& [key, each] : literals.items()) {
        if (!is_utf8(key)) refuse_input(where, "has a name that is not UTF-8");
        to.keys.push_back(key);
        to.items.push_back(value_of_literal(type.parts[0], each, where + "." + key, mounts));
      }
      return to;
    }
    case kind_of_value::structure: {
      ordered_json json;
      if (scalar.contains("generic")) {
        json = scalar["generic"];
      } else if (scalar.contains("binary") && scalar["binary"].value("tag", std::string{}) == "msgpack") {
        json = ordered_json::from_msgpack(scalar["binary"].value("value", ordered_json::binary({})).get_binary(), true,
                                          false);
        if (json.is_discarded()) refuse("what is not MessagePack");
      } else {
        break;
      }
      json = unpacked_json(type, std::move(json));
      // Files inside are URIs, too. What is no structure of this type is refused with the others.
      to = read(json);
      for_each_file(type, to, where,
                    [&](std::string& file, std::string const& place) { file = mounts.path_of(file, place); });
      return to;
    }
  }
  refuse(literal.empty() ? "an empty literal" : "a literal of another type (" + literal.begin().key() + ")");
  return {};
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
