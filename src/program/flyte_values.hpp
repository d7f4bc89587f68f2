// SPDX-License-Identifier: BSL-1.0
/// \file
/// Types, inputs and outputs as Flyte's types and literals, as flytekit writes and reads them: structures are its
/// dataclasses, variants its unions, optionals those with None.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>
#include <filesystem>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <allotype/cluster/pools/detail/opened_file.hpp>
#include "flyte_wire.hpp"

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

// ---- types

/// flytekit's name for the transformer of the type, which tells the variants of a union apart.
inline char const* flyte_tag(value_type const& type) {
  constexpr char const* tags[] = {"bool",
                                  "int",
                                  "float",
                                  "str",
                                  "FlyteFilePath",
                                  "Typed List",
                                  "Typed Dict",
                                  "",
                                  "Object-Dataclass-Transformer",
                                  "datetime",
                                  "timedelta",
                                  "DefaultEnumTransformer",
                                  "FlyteDirectory",
                                  "StructuredDataset Transformer",
                                  ""};
  return tags[static_cast<int>(type.kind)];
}

/// The types of a union: those of a variant, or the one of an optional.
inline std::vector<value_type> const& union_parts(value_type const& type) {
  bool const of_variant = type.kind == kind_of_value::optional && type.parts[0].kind == kind_of_value::variant;
  return of_variant ? type.parts[0].parts : type.parts;
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
    case kind_of_value::datetime:
      return {{"type", "string"}, {"format", "date-time"}};
    case kind_of_value::duration:
      return {{"type", "number"}, {"format", "time-delta"}};
    case kind_of_value::enumeration:
      return {{"enum", type.names}};
    case kind_of_value::directory:
      return {{"type", "object"},
              {"title", "FlyteDirectory"},
              {"properties", {{"path", {{"type", "string"}}}}},
              {"additionalProperties", false}};
    case kind_of_value::dataset:
      return {{"type", "object"},
              {"title", "StructuredDataset"},
              {"properties", {{"uri", {{"type", "string"}}}, {"file_format", {{"type", "string"}}}}},
              {"additionalProperties", false}};
    case kind_of_value::variant:
    case kind_of_value::optional: {
      bool const optional = type.kind == kind_of_value::optional;
      ordered_json any = ordered_json::array();
      for (value_type const& part : union_parts(type)) any.push_back(schema_of(part, title));
      if (!optional) return {{"anyOf", any}};
      any.push_back({{"type", "null"}});
      return {{"anyOf", any}, {"default", nullptr}};
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
    case kind_of_value::datetime:
      return {{"simple", "DATETIME"}};
    case kind_of_value::duration:
      return {{"simple", "DURATION"}};
    case kind_of_value::enumeration:
      return {{"enumType", {{"values", type.names}}}};
    case kind_of_value::directory:
      return {{"blob", {{"dimensionality", "MULTIPART"}}}};
    case kind_of_value::dataset:
      return {{"structuredDatasetType", {{"format", type.names[0]}}}};
    case kind_of_value::variant:
    case kind_of_value::optional: {
      ordered_json variants = ordered_json::array();
      for (value_type const& part : union_parts(type)) {
        variants.push_back(flyte_type(part, title));
        variants.back()["structure"] = {{"tag", flyte_tag(part)}};
      }
      if (type.kind == kind_of_value::optional)
        variants.push_back({{"simple", "NONE"}, {"structure", {{"tag", "none"}}}});
      return {{"unionType", {{"variants", variants}}}};
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

/// The file of a dataset in its folder, as flytekit writes it.
inline char const* file_of_dataset(value_type const& type) { return type.names[0] == "csv" ? ".csv" : "00000"; }

/// A dataset's path: its file, or its folder where it has several.
inline std::string path_of_dataset(value_type const& type, std::string const& path) {
  std::error_code absent;
  std::filesystem::path const file = std::filesystem::path(path) / file_of_dataset(type);
  return std::filesystem::exists(file, absent) ? file.string() : path;
}

/// Structures as MessagePack, as flytekit's dataclasses: paths are objects, durations seconds, and NaN is a number.
inline ordered_json packed_json(value_type const& type, value const& from, std::string const& where) {
  ordered_json to;
  switch (type.kind) {
    case kind_of_value::file:
    case kind_of_value::directory:
      return {{"path", from.text}};
    case kind_of_value::dataset:
      return {{"uri", from.text}, {"file_format", type.names[0]}};
    case kind_of_value::number:
      return from.number;
    case kind_of_value::duration:
      (void)json_of_value(type, from, where);  // is in the range
      return static_cast<double>(from.integer) + static_cast<double>(from.nanoseconds) / 1e9;
    case kind_of_value::variant:
      return packed_json(type.parts[static_cast<std::size_t>(from.integer)], from.items[0], where);
    case kind_of_value::list:
      to = ordered_json::array();
      for (value const& each : from.items) to.push_back(packed_json(type.parts[0], each, where));
      return to;
    case kind_of_value::map:
      to = ordered_json::object();
      for (std::size_t i = 0; i < from.items.size(); ++i)
        append_member(to, from.keys[i], packed_json(type.parts[0], from.items[i], where));
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

/// A duration of so many seconds, as the text of JSON; flytekit's have microseconds.
inline ordered_json json_of_seconds(double seconds) {
  if (!(std::abs(seconds) < 1e12)) return seconds;  // none, and refused as it is
  auto const microseconds = std::llround((seconds - std::floor(seconds)) * 1e6);
  value const span{.integer = static_cast<long long>(std::floor(seconds)) + microseconds / 1'000'000,
                   .nanoseconds = static_cast<int>(microseconds % 1'000'000 * 1000)};
  return duration_text(span);
}

/// The same the other way: an object with a path becomes the path, seconds a duration. A datetime without a zone is in
/// UTC, as for flytekit. Which alternative of a variant it is shows at each of them.
inline ordered_json unpacked_json(value_type const& type, ordered_json json) {
  if (type.kind == kind_of_value::optional)
    return json.is_null() ? json : unpacked_json(type.parts[0], std::move(json));
  bool const file = type.kind == kind_of_value::file || type.kind == kind_of_value::directory;
  if (file && json.is_object() && json.contains("path")) return json["path"];
  if (type.kind == kind_of_value::dataset && json.is_object() && json.contains("uri")) return json["uri"];
  if (type.kind == kind_of_value::duration && json.is_number()) return json_of_seconds(json.get<double>());
  if (type.kind == kind_of_value::datetime && json.is_string() && !datetime_of(json.get<std::string>())) {
    std::string const in_utc = json.get<std::string>() + "Z";
    if (datetime_of(in_utc)) return in_utc;
  }
  if (type.kind == kind_of_value::variant) {
    for (value_type const& part : type.parts) {
      ordered_json unpacked = unpacked_json(part, json);
      if (unpacked != json) return unpacked;
    }
  }
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
    case kind_of_value::datetime:
      return primitive("datetime", json_of_value(type, from, where));
    case kind_of_value::duration:
      return primitive("duration", json_of_value(type, from, where));
    case kind_of_value::enumeration:
      return primitive("stringValue", json_of_value(type, from, where));
    case kind_of_value::directory:
      return {{"scalar",
               {{"blob",
                 {{"metadata", {{"type", {{"dimensionality", "MULTIPART"}}}}},
                  {"uri", json_of_value(type, from, where)}}}}}};
    case kind_of_value::dataset:
      return {{"scalar",
               {{"structuredDataset",
                 {{"uri", json_of_value(type, from, where)}, {"metadata", flyte_type(type, title)}}}}}};
    case kind_of_value::list: {
      ordered_json list = ordered_json::array();
      for (value const& each : from.items) list.push_back(literal_of(type.parts[0], each, where, title));
      return {{"collection", {{"literals", list}}}};
    }
    case kind_of_value::map: {
      ordered_json map = ordered_json::object();
      for (std::size_t i = 0; i < from.items.size(); ++i)
        append_member(map, from.keys[i], literal_of(type.parts[0], from.items[i], where, title));
      return {{"map", {{"literals", map}}}};
    }
    case kind_of_value::variant:
    case kind_of_value::optional: {
      bool const variant = type.kind == kind_of_value::variant;
      if (from.present && !variant && type.parts[0].kind == kind_of_value::variant)
        return literal_of(type.parts[0], from.items[0], where, title);
      ordered_json const nothing = {{"scalar", {{"noneType", ordered_json::object()}}}};
      auto const position = variant ? static_cast<std::size_t>(from.integer) : 0;
      ordered_json const some = from.present ? literal_of(type.parts[position], from.items[0], where, title) : nothing;
      ordered_json const variants = flyte_type(type, title)["unionType"]["variants"];
      ordered_json const& its = from.present ? variants[position] : variants.back();
      return {{"scalar", {{"union", {{"value", some}, {"type", its}}}}}};
    }
    case kind_of_value::structure:
      break;
  }
  return {{"scalar",
           {{"binary",
             {{"value", ordered_json::binary(ordered_json::to_msgpack(packed_json(type, from, where)))},
              {"tag", "msgpack"}}}}}};
}

// ---- literals, read from their bytes without a detour

/// The number of a field of a message, from its table.
template <class Fields>
consteval int number_of(std::string_view name) {
  for (wire_field const& each : Fields::fields) {
    if (each.name == name) return each.number;
  }
  throw "the table has no such field";
}

/// A map's entry, or an input.
struct named_literal {
  std::string name;
  std::string_view bytes;
};

/// The literals of a LiteralMap; of those with one name, the last counts. \throws input_error
inline std::vector<named_literal> literals_of(std::string_view map) {
  std::vector<named_literal> to;
  std::unordered_map<std::string, std::size_t> positions;
  for (wire_reader in(map); in.next();) {
    if (in.field != number_of<literal_map_fields>("literals") || in.type != 2) continue;
    named_literal one;
    for (wire_reader entry(in.bytes); entry.next();) {
      if (entry.field == 1 && entry.type == 2) one.name = text_of_wire(entry.bytes);
      if (entry.field == 2 && entry.type == 2) one.bytes = entry.bytes;
    }
    auto const [at, is_new] = positions.try_emplace(one.name, to.size());
    is_new ? void(to.push_back(std::move(one))) : void(to[at->second] = std::move(one));
  }
  return to;
}

/// The inputs are not there, or are none of Flyte's: another try may find them.
class unreadable_inputs : public error {
 public:
  using error::error;
};

/// Reads literals. \throws input_error; unreadable_inputs for one that is in a file of its own
class literal_reader {
 public:
  explicit literal_reader(flyte_mounts const& mounts) : mounts_(mounts) {}

  /// \param tag of the alternative of a union that it is; empty: not known
  value read(value_type const& type, std::string_view literal, std::string const& where, int depth = 0,
             std::string_view tag = "") {
    check_depth(depth);
    member const found = last_member(literal, [](int field) { return field <= 3 || field == 8; });
    if (found.number == number_of<literal_fields>("offloadedMetadata"))
      return read(type, offloaded(found.bytes, where), where, depth + 1, tag);
    bool const is_scalar = found.number == number_of<literal_fields>("scalar");
    member const scalar = is_scalar ? last_member(found.bytes, [](int) { return true; }) : member{};
    if (scalar.number == number_of<scalar_fields>("union")) {
      std::string_view const its_type = field_of(scalar.bytes, number_of<union_fields>("type"));
      std::string_view const structure = field_of(its_type, number_of<literal_type_fields>("structure"));
      return read(type, field_of(scalar.bytes, number_of<union_fields>("value")), where, depth + 1,
                  field_of(structure, number_of<type_structure_fields>("tag")));
    }
    value to;
    switch (type.kind) {
      case kind_of_value::optional:
        to.present = scalar.number != number_of<scalar_fields>("noneType");
        if (to.present) to.items.push_back(read(type.parts[0], literal, where, depth, tag));
        return to;
      case kind_of_value::variant:
        return value_of_alternative(
            type, where, what_is_found(found, scalar),
            [&](value_type const& part) { return tag.empty() || tag == flyte_tag(part); },
            [&](value_type const& part) { return read(part, literal, where, depth); });
      case kind_of_value::list:
        if (found.number != number_of<literal_fields>("collection")) break;
        for (wire_reader in(found.bytes); in.next();) {
          if (in.field != number_of<literal_collection_fields>("literals") || in.type != 2) continue;
          std::string const place = where + "[" + std::to_string(to.items.size()) + "]";
          to.items.push_back(read(type.parts[0], in.bytes, place, depth + 1));
        }
        return to;
      case kind_of_value::map:
        if (found.number != number_of<literal_fields>("map")) break;
        for (named_literal const& each : literals_of(found.bytes)) {
          to.items.push_back(read(type.parts[0], each.bytes, where + "." + each.name, depth + 1));
          to.keys.push_back(each.name);
        }
        return to;
      case kind_of_value::structure:
        if (scalar.number == number_of<scalar_fields>("generic"))
          return of_json(type, structure_of_wire(scalar.bytes, depth), where);
        if (scalar.number == number_of<scalar_fields>("binary") &&
            field_of(scalar.bytes, number_of<binary_fields>("tag")) == "msgpack") {
          return of_json(type, of_msgpack(field_of(scalar.bytes, number_of<binary_fields>("value")), where), where);
        }
        break;
      case kind_of_value::file:
      case kind_of_value::directory:
        if (scalar.number != number_of<scalar_fields>("blob") ||
            is_multipart(scalar.bytes) != (type.kind == kind_of_value::directory))
          break;
        return of_json(type, text_of_wire(field_of(scalar.bytes, number_of<blob_fields>("uri"))), where);
      case kind_of_value::dataset:
        if (scalar.number != number_of<scalar_fields>("structuredDataset")) break;
        if (std::string const format = format_of(scalar.bytes); !format.empty() && format != type.names[0])
          refuse_value(type, where, "a dataset of the format " + in_quotes(format));
        return of_json(type, text_of_wire(field_of(scalar.bytes, number_of<structured_dataset_fields>("uri"))), where);
      default:
        if (scalar.number != number_of<scalar_fields>("primitive")) break;
        if (std::optional<value> read = of_primitive(type, scalar.bytes, where)) return *std::move(read);
    }
    refuse_value(type, where, what_is_found(found, scalar));
  }

 private:
  /// The member of a oneof that counts: the last one. Of a message that comes in pieces, all pieces together.
  struct member {
    int number = 0;  ///< 0: none
    int type = 0;
    std::uint64_t value = 0;
    std::string_view bytes;
  };
  template <class IsMember>
  member last_member(std::string_view message, IsMember const& is_member) {
    member last;
    std::string* pieces = nullptr;
    for (wire_reader in(message); in.next();) {
      if (!is_member(in.field)) continue;
      bool const continues = in.field == last.number && in.type == 2 && last.type == 2;
      if (continues && pieces == nullptr) pieces = &pieces_.emplace_back(last.bytes);
      if (continues) pieces->append(in.bytes);
      if (!continues) pieces = nullptr;
      last = {in.field, in.type, in.number, continues ? std::string_view(*pieces) : in.bytes};
    }
    return last;
  }

  static std::string_view field_of(std::string_view message, int number) {
    std::string_view last;
    for (wire_reader in(message); in.next();) {
      if (in.field == number && in.type == 2) last = in.bytes;
    }
    return last;
  }

  /// The literal that is in a file.
  std::string_view offloaded(std::string_view metadata, std::string const& where) {
    std::string const uri = text_of_wire(field_of(metadata, number_of<offloaded_metadata_fields>("uri")));
    std::string const file = mounts_.path_of(uri, where);
    std::string& bytes = pieces_.emplace_back();
    try {
      bytes = read_file(file, room_);
    } catch (input_error const& why) {
      throw unreadable_inputs(message<2000>{} << where.c_str() << ": " << why.what());
    }
    room_ -= bytes.size();
    return bytes;
  }

  static bool is_multipart(std::string_view blob) {
    std::string_view const metadata = field_of(blob, number_of<blob_fields>("metadata"));
    bool multipart = false;
    for (wire_reader in(field_of(metadata, number_of<blob_metadata_fields>("type"))); in.next();) {
      if (in.field == number_of<blob_type_fields>("dimensionality") && in.type == 0) multipart = in.number == 1;
    }
    return multipart;
  }
  static std::string format_of(std::string_view dataset) {
    std::string_view const metadata = field_of(dataset, number_of<structured_dataset_fields>("metadata"));
    std::string_view const type =
        field_of(metadata, number_of<structured_dataset_metadata_fields>("structuredDatasetType"));
    return text_of_wire(field_of(type, number_of<structured_dataset_type_fields>("format")));
  }

  std::optional<value> of_primitive(value_type const& type, std::string_view bytes, std::string const& where) {
    member const found = last_primitive(bytes);
    bool const is_integer = found.number == number_of<primitive_fields>("integer") && found.type == 0;
    auto const integer = static_cast<long long>(found.value);
    value to;
    switch (type.kind) {
      case kind_of_value::boolean:
        if (found.number != number_of<primitive_fields>("boolean") || found.type != 0) return std::nullopt;
        to.integer = found.value != 0;
        return to;
      case kind_of_value::integer:
        if (!is_integer) return std::nullopt;
        return value_of_integer(type, where, integer < 0, found.value, std::to_string(integer));
      case kind_of_value::number: {
        bool const is_real = found.number == number_of<primitive_fields>("floatValue") && found.type == 1;
        if (!is_real && !is_integer) return std::nullopt;
        double const number = is_real ? std::bit_cast<double>(found.value) : static_cast<double>(integer);
        return value_of_number(type, where, number, ordered_json(number).dump());
      }
      case kind_of_value::string:
        if (found.number != number_of<primitive_fields>("stringValue") || found.type != 2) return std::nullopt;
        to.text = text_of_wire(found.bytes);
        return to;
      case kind_of_value::enumeration:
        if (found.number != number_of<primitive_fields>("stringValue") || found.type != 2) return std::nullopt;
        return value_of_name(type, where, text_of_wire(found.bytes));
      case kind_of_value::datetime:
      case kind_of_value::duration: {
        bool const datetime = type.kind == kind_of_value::datetime;
        int const its = datetime ? number_of<primitive_fields>("datetime") : number_of<primitive_fields>("duration");
        if (found.number != its || found.type != 2) return std::nullopt;
        std::optional<value> const time = time_of_wire(found.bytes);
        std::string const found_text = time ? std::to_string(time->integer) + fraction_text(time->nanoseconds) : "none";
        return value_of_time(type, where, time, found_text + (datetime ? " seconds since 1970" : " seconds"));
      }
      default:
        return std::nullopt;
    }
  }
  static member last_primitive(std::string_view bytes) {
    member last;
    for (wire_reader in(bytes); in.next();) last = {in.field, in.type, in.number, in.bytes};
    return last;
  }

  /// Files inside are URIs, too. What is no structure of this type is refused with the others.
  value of_json(value_type const& type, ordered_json json, std::string const& where) const {
    value to = value_of_json(type, unpacked_json(type, std::move(json)), where, "");
    for_each_file(type, to, where, [&](value_type const& of, std::string& file, std::string const& place) {
      file = mounts_.path_of(file, place);
      if (of.kind == kind_of_value::dataset) file = path_of_dataset(of, file);
    });
    return to;
  }
  static ordered_json of_msgpack(std::string_view bytes, std::string const& where) {
    json_builder builder([&](std::string const& why) { refuse_input(where, why); }, false);
    bool const read =
        ordered_json::sax_parse(bytes.begin(), bytes.end(), &builder, ordered_json::input_format_t::msgpack);
    if (!read || !builder.is_whole()) refuse_input(where, "is not MessagePack");
    return builder.take();
  }

  /// For errors.
  static std::string what_is_found(member const& literal, member const& scalar) {
    if (literal.number == 0) return "an empty literal";
    if (literal.number == number_of<literal_fields>("collection")) return "a list";
    if (literal.number == number_of<literal_fields>("map")) return "a map";
    if (scalar.number == number_of<scalar_fields>("blob")) return is_multipart(scalar.bytes) ? "a folder" : "a file";
    constexpr char const* scalars[] = {"an empty scalar", "",         "", "bytes", "a schema", "None", "an error",
                                       "a structure",     "a dataset"};
    constexpr char const* primitives[] = {"an empty primitive", "a whole number", "a number",  "a text",
                                          "a truth value",      "a datetime",     "a duration"};
    if (scalar.number != number_of<scalar_fields>("primitive")) {
      bool const known = scalar.number >= 0 && scalar.number < static_cast<int>(std::size(scalars));
      return known ? scalars[scalar.number] : "a scalar that is not known";
    }
    int const primitive = last_primitive(scalar.bytes).number;
    bool const known = primitive >= 0 && primitive < static_cast<int>(std::size(primitives));
    return known ? primitives[primitive] : "a primitive that is not known";
  }

  flyte_mounts const& mounts_;
  std::deque<std::string> pieces_;
  std::size_t room_ = most_bytes_of_inputs;  ///< for what is in files of their own
};

/// The inputs that literals state, by their names. \throws input_error
inline value value_of_literals(value_type const& type, std::vector<named_literal> const& literals,
                               flyte_mounts const& mounts) {
  literal_reader reader(mounts);
  std::vector<named_literal const*> stated(type.names.size());
  for (named_literal const& each : literals) {
    auto const found = std::find(type.names.begin(), type.names.end(), each.name);
    if (found == type.names.end())
      refuse_input("there is no input " + in_quotes(each.name), "the inputs are " + joined(type.names));
    stated[static_cast<std::size_t>(found - type.names.begin())] = &each;
  }
  value to;
  for (std::size_t i = 0; i < stated.size(); ++i) {
    if (stated[i] == nullptr && type.parts[i].kind != kind_of_value::optional)
      refuse_input(type.names[i], "is missing; " + valid_for(type.parts[i]) + " is valid");
    to.items.push_back(stated[i] == nullptr ? value{.present = false}
                                            : reader.read(type.parts[i], stated[i]->bytes, type.names[i]));
  }
  return to;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
