// SPDX-License-Identifier: BSL-1.0
/// \file
/// Flyte's messages between protobuf's JSON mapping and its wire format, by one table of fields for both directions.
/// Names and numbers: flyteidl/core and flyteidl/admin of flyteidl 1.16; those of flyteidl2 2.0 are the same.
///
/// In memory, an int64 is a JSON integer and bytes are a JSON binary; as text, protobuf's JSON has strings for both.
#pragma once

#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "value_json.hpp"

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

enum class wire_kind { text, bytes, number, integer, truth, real, enumeration, message, map, structure };

struct wire_message;

struct wire_field {
  char const* name;
  int number;
  wire_kind kind;
  bool repeated = false;
  bool always = false;  ///< a member of a oneof: sent even when it is zero or empty
  wire_message (*of)() = nullptr;
  char const* const* names = nullptr;  ///< of an enumeration, a null pointer at the end
};

struct wire_message {
  wire_field const* begin_;
  wire_field const* end_;
  wire_field const* begin() const { return begin_; }
  wire_field const* end() const { return end_; }
};
template <std::size_t Count>
wire_message wire_message_of(wire_field const (&fields)[Count]) {
  return {fields, fields + Count};
}

// ---- the table

inline constexpr bool is_repeated = true;
inline constexpr bool is_always = true;

inline wire_message literal_type_message();
inline wire_message literal_message();
inline wire_message literal_map_message();

inline wire_message blob_type_message() {
  static constexpr char const* dimensionalities[] = {"SINGLE", "MULTIPART", nullptr};
  static constexpr wire_field fields[] = {
      {"format", 1, wire_kind::text},
      {"dimensionality", 2, wire_kind::enumeration, !is_repeated, !is_always, nullptr, dimensionalities}};
  return wire_message_of(fields);
}
inline wire_message union_type_message() {
  static constexpr wire_field fields[] = {
      {"variants", 1, wire_kind::message, is_repeated, is_always, literal_type_message}};
  return wire_message_of(fields);
}
inline wire_message type_annotation_message() {
  static constexpr wire_field fields[] = {{"annotations", 1, wire_kind::structure}};
  return wire_message_of(fields);
}
inline wire_message type_structure_message() {
  static constexpr wire_field fields[] = {
      {"tag", 1, wire_kind::text},
      {"dataclassType", 2, wire_kind::map, !is_repeated, !is_always, literal_type_message}};
  return wire_message_of(fields);
}
inline wire_message literal_type_message() {
  static constexpr char const* simple_types[] = {"NONE",     "INTEGER", "FLOAT", "STRING", "BOOLEAN", "DATETIME",
                                                 "DURATION", "BINARY",  "ERROR", "STRUCT", nullptr};
  static constexpr wire_field fields[] = {
      {"simple", 1, wire_kind::enumeration, !is_repeated, is_always, nullptr, simple_types},
      {"collectionType", 3, wire_kind::message, !is_repeated, is_always, literal_type_message},
      {"mapValueType", 4, wire_kind::message, !is_repeated, is_always, literal_type_message},
      {"blob", 5, wire_kind::message, !is_repeated, is_always, blob_type_message},
      {"metadata", 6, wire_kind::structure},
      {"annotation", 9, wire_kind::message, !is_repeated, is_always, type_annotation_message},
      {"unionType", 10, wire_kind::message, !is_repeated, is_always, union_type_message},
      {"structure", 11, wire_kind::message, !is_repeated, is_always, type_structure_message}};
  return wire_message_of(fields);
}

inline wire_message primitive_message() {
  static constexpr wire_field fields[] = {{"integer", 1, wire_kind::integer, !is_repeated, is_always},
                                          {"floatValue", 2, wire_kind::real, !is_repeated, is_always},
                                          {"stringValue", 3, wire_kind::text, !is_repeated, is_always},
                                          {"boolean", 4, wire_kind::truth, !is_repeated, is_always}};
  return wire_message_of(fields);
}
inline wire_message blob_metadata_message() {
  static constexpr wire_field fields[] = {{"type", 1, wire_kind::message, !is_repeated, is_always, blob_type_message}};
  return wire_message_of(fields);
}
inline wire_message blob_message() {
  static constexpr wire_field fields[] = {
      {"metadata", 1, wire_kind::message, !is_repeated, is_always, blob_metadata_message}, {"uri", 3, wire_kind::text}};
  return wire_message_of(fields);
}
inline wire_message binary_message() {
  static constexpr wire_field fields[] = {{"value", 1, wire_kind::bytes}, {"tag", 2, wire_kind::text}};
  return wire_message_of(fields);
}
inline wire_message empty_message() { return {nullptr, nullptr}; }
inline wire_message union_message() {
  static constexpr wire_field fields[] = {
      {"value", 1, wire_kind::message, !is_repeated, is_always, literal_message},
      {"type", 2, wire_kind::message, !is_repeated, is_always, literal_type_message}};
  return wire_message_of(fields);
}
inline wire_message scalar_message() {
  static constexpr wire_field fields[] = {
      {"primitive", 1, wire_kind::message, !is_repeated, is_always, primitive_message},
      {"blob", 2, wire_kind::message, !is_repeated, is_always, blob_message},
      {"binary", 3, wire_kind::message, !is_repeated, is_always, binary_message},
      {"noneType", 5, wire_kind::message, !is_repeated, is_always, empty_message},
      {"generic", 7, wire_kind::structure},
      {"union", 9, wire_kind::message, !is_repeated, is_always, union_message}};
  return wire_message_of(fields);
}
inline wire_message literal_collection_message() {
  static constexpr wire_field fields[] = {{"literals", 1, wire_kind::message, is_repeated, is_always, literal_message}};
  return wire_message_of(fields);
}
inline wire_message literal_message() {
  static constexpr wire_field fields[] = {
      {"scalar", 1, wire_kind::message, !is_repeated, is_always, scalar_message},
      {"collection", 2, wire_kind::message, !is_repeated, is_always, literal_collection_message},
      {"map", 3, wire_kind::message, !is_repeated, is_always, literal_map_message},
      {"offloadedMetadata", 8, wire_kind::message, !is_repeated, is_always, empty_message}};
  return wire_message_of(fields);
}
inline wire_message literal_map_message() {
  static constexpr wire_field fields[] = {{"literals", 1, wire_kind::map, !is_repeated, !is_always, literal_message}};
  return wire_message_of(fields);
}

inline wire_message container_error_message() {
  static constexpr char const* kinds[] = {"NON_RECOVERABLE", "RECOVERABLE", nullptr};
  static constexpr char const* origins[] = {"UNKNOWN", "USER", "SYSTEM", nullptr};
  static constexpr wire_field fields[] = {
      {"code", 1, wire_kind::text},
      {"message", 2, wire_kind::text},
      {"kind", 3, wire_kind::enumeration, !is_repeated, !is_always, nullptr, kinds},
      {"origin", 4, wire_kind::enumeration, !is_repeated, !is_always, nullptr, origins}};
  return wire_message_of(fields);
}
inline wire_message error_document_message() {
  static constexpr wire_field fields[] = {
      {"error", 1, wire_kind::message, !is_repeated, is_always, container_error_message}};
  return wire_message_of(fields);
}

inline wire_message identifier_message() {
  static constexpr char const* types[] = {"UNSPECIFIED", "TASK", nullptr};
  static constexpr wire_field fields[] = {
      {"resourceType", 1, wire_kind::enumeration, !is_repeated, !is_always, nullptr, types},
      {"project", 2, wire_kind::text},
      {"domain", 3, wire_kind::text},
      {"name", 4, wire_kind::text},
      {"version", 5, wire_kind::text}};
  return wire_message_of(fields);
}
inline wire_message runtime_metadata_message() {
  static constexpr wire_field fields[] = {{"version", 2, wire_kind::text}, {"flavor", 3, wire_kind::text}};
  return wire_message_of(fields);
}
inline wire_message retry_strategy_message() {
  static constexpr wire_field fields[] = {{"retries", 5, wire_kind::number}};
  return wire_message_of(fields);
}
inline wire_message task_metadata_message() {
  static constexpr wire_field fields[] = {
      {"discoverable", 1, wire_kind::truth},
      {"runtime", 2, wire_kind::message, !is_repeated, is_always, runtime_metadata_message},
      {"retries", 5, wire_kind::message, !is_repeated, is_always, retry_strategy_message},
      {"discoveryVersion", 6, wire_kind::text},
      {"interruptible", 8, wire_kind::truth, !is_repeated, is_always}};
  return wire_message_of(fields);
}
inline wire_message variable_message() {
  static constexpr wire_field fields[] = {
      {"type", 1, wire_kind::message, !is_repeated, is_always, literal_type_message},
      {"description", 2, wire_kind::text}};
  return wire_message_of(fields);
}
inline wire_message variable_map_message() {
  static constexpr wire_field fields[] = {{"variables", 1, wire_kind::map, !is_repeated, !is_always, variable_message}};
  return wire_message_of(fields);
}
inline wire_message typed_interface_message() {
  static constexpr wire_field fields[] = {
      {"inputs", 1, wire_kind::message, !is_repeated, is_always, variable_map_message},
      {"outputs", 2, wire_kind::message, !is_repeated, is_always, variable_map_message}};
  return wire_message_of(fields);
}
inline wire_message resource_entry_message() {
  static constexpr char const* names[] = {"UNKNOWN", "CPU", "GPU", "MEMORY", "STORAGE", "EPHEMERAL_STORAGE", nullptr};
  static constexpr wire_field fields[] = {{"name", 1, wire_kind::enumeration, !is_repeated, !is_always, nullptr, names},
                                          {"value", 2, wire_kind::text}};
  return wire_message_of(fields);
}
inline wire_message resources_message() {
  static constexpr wire_field fields[] = {
      {"requests", 1, wire_kind::message, is_repeated, is_always, resource_entry_message},
      {"limits", 2, wire_kind::message, is_repeated, is_always, resource_entry_message}};
  return wire_message_of(fields);
}
inline wire_message container_message() {
  static constexpr wire_field fields[] = {
      {"image", 1, wire_kind::text},
      {"command", 2, wire_kind::text, is_repeated},
      {"args", 3, wire_kind::text, is_repeated},
      {"resources", 4, wire_kind::message, !is_repeated, is_always, resources_message}};
  return wire_message_of(fields);
}
inline wire_message gpu_accelerator_message() {
  static constexpr char const* classes[] = {"NVIDIA_GPU", "GOOGLE_TPU",   "AMAZON_NEURON",
                                            "AMD_GPU",    "HABANA_GAUDI", nullptr};
  static constexpr wire_field fields[] = {
      {"device", 1, wire_kind::text},
      {"unpartitioned", 2, wire_kind::truth, !is_repeated, is_always},
      {"partitionSize", 3, wire_kind::text, !is_repeated, is_always},
      {"deviceClass", 4, wire_kind::enumeration, !is_repeated, !is_always, nullptr, classes}};
  return wire_message_of(fields);
}
inline wire_message extended_resources_message() {
  static constexpr wire_field fields[] = {
      {"gpuAccelerator", 1, wire_kind::message, !is_repeated, is_always, gpu_accelerator_message}};
  return wire_message_of(fields);
}
inline wire_message task_template_message() {
  static constexpr wire_field fields[] = {
      {"id", 1, wire_kind::message, !is_repeated, is_always, identifier_message},
      {"type", 2, wire_kind::text},
      {"metadata", 3, wire_kind::message, !is_repeated, is_always, task_metadata_message},
      {"interface", 4, wire_kind::message, !is_repeated, is_always, typed_interface_message},
      {"container", 6, wire_kind::message, !is_repeated, is_always, container_message},
      {"extendedResources", 9, wire_kind::message, !is_repeated, is_always, extended_resources_message}};
  return wire_message_of(fields);
}
inline wire_message task_spec_message() {
  static constexpr wire_field fields[] = {
      {"template", 1, wire_kind::message, !is_repeated, is_always, task_template_message}};
  return wire_message_of(fields);
}

// ---- writing

inline void write_varint(std::string& to, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) to += static_cast<char>(number | 0x80);
  to += static_cast<char>(number);
}
inline void write_bytes(std::string& to, int field, std::string_view bytes) {
  write_varint(to, static_cast<std::uint64_t>(field) << 3 | 2);
  write_varint(to, bytes.size());
  to += bytes;
}
inline void write_number(std::string& to, int field, std::uint64_t number) {
  write_varint(to, static_cast<std::uint64_t>(field) << 3);
  write_varint(to, number);
}
inline void write_real(std::string& to, int field, double number) {
  write_varint(to, static_cast<std::uint64_t>(field) << 3 | 1);
  for (auto bits = std::bit_cast<std::uint64_t>(number), byte = std::uint64_t{0}; byte < 8; ++byte, bits >>= 8) {
    to += static_cast<char>(bits);
  }
}

/// google.protobuf.Value.
inline std::string wire_of_any(ordered_json const& json);
/// google.protobuf.Struct.
inline std::string wire_of_structure(ordered_json const& json) {
  std::string to;
  for (auto const& [key, each] : json.items()) {
    std::string entry;
    write_bytes(entry, 1, key);
    write_bytes(entry, 2, wire_of_any(each));
    write_bytes(to, 1, entry);
  }
  return to;
}
inline std::string wire_of_any(ordered_json const& json) {
  std::string to;
  if (json.is_null()) write_number(to, 1, 0);
  if (json.is_number()) write_real(to, 2, json.get<double>());
  if (json.is_string()) write_bytes(to, 3, json.get<std::string>());
  if (json.is_boolean()) write_number(to, 4, json.get<bool>());
  if (json.is_object()) write_bytes(to, 5, wire_of_structure(json));
  if (json.is_array()) {
    std::string list;
    for (ordered_json const& each : json) write_bytes(list, 1, wire_of_any(each));
    write_bytes(to, 6, list);
  }
  return to;
}

inline std::string to_wire(ordered_json const& json, wire_message const& message);

inline void write_field(std::string& to, wire_field const& field, ordered_json const& json) {
  switch (field.kind) {
    case wire_kind::text:
      if (field.always || field.repeated || !json.get<std::string>().empty())
        write_bytes(to, field.number, json.get<std::string>());
      return;
    case wire_kind::bytes: {
      auto const& bytes = json.get_binary();
      return write_bytes(to, field.number, {reinterpret_cast<char const*>(bytes.data()), bytes.size()});
    }
    case wire_kind::number:
    case wire_kind::integer:
      if (field.always || json != 0)
        write_number(to, field.number, static_cast<std::uint64_t>(json.get<std::int64_t>()));
      return;
    case wire_kind::truth:
      if (field.always || json.get<bool>()) write_number(to, field.number, json.get<bool>());
      return;
    case wire_kind::real:
      return write_real(to, field.number, json.get<double>());
    case wire_kind::enumeration: {
      std::uint64_t number = 0;
      while (json.get<std::string>() != field.names[number]) ++number;
      if (field.always || number != 0) write_number(to, field.number, number);
      return;
    }
    case wire_kind::message:
      return write_bytes(to, field.number, to_wire(json, field.of()));
    case wire_kind::map:
      for (auto const& [key, each] : json.items()) {
        std::string entry;
        if (!key.empty()) write_bytes(entry, 1, key);
        write_bytes(entry, 2, to_wire(each, field.of()));
        write_bytes(to, field.number, entry);
      }
      return;
    case wire_kind::structure:
      return write_bytes(to, field.number, wire_of_structure(json));
  }
}

/// The bytes of a message; its fields in the order of their numbers.
inline std::string to_wire(ordered_json const& json, wire_message const& message) {
  std::string to;
  for (wire_field const& field : message) {
    auto const found = json.find(field.name);
    if (found == json.end()) continue;
    if (!field.repeated) write_field(to, field, *found);
    if (field.repeated) {
      for (ordered_json const& each : *found) write_field(to, field, each);
    }
  }
  return to;
}

// ---- reading

/// The fields of a message, one after the other.
class wire_reader {
 public:
  explicit wire_reader(std::string_view bytes) : rest_(bytes) {}

  /// \throws input_error where the bytes are no message
  bool next() {
    if (rest_.empty()) return false;
    std::uint64_t const tag = varint();
    field = static_cast<int>(tag >> 3);
    switch (tag & 7) {
      case 0:
        number = varint();
        break;
      case 1:
        number = fixed(8);
        break;
      case 2:
        bytes = taken(varint());
        break;
      case 5:
        number = fixed(4);
        break;
      default:
        malformed();
    }
    type = static_cast<int>(tag & 7);
    return true;
  }
  double real() const { return std::bit_cast<double>(number); }

  int field = 0;
  int type = 0;
  std::uint64_t number = 0;
  std::string_view bytes;

 private:
  [[noreturn]] static void malformed() { throw input_error("the message is cut off, or is none of protobuf's"); }

  std::string_view taken(std::uint64_t size) {
    if (size > rest_.size()) malformed();
    std::string_view const front = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return front;
  }
  std::uint64_t varint() {
    std::uint64_t to = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      auto const byte = static_cast<unsigned char>(taken(1)[0]);
      if (shift < 64) to |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return to;
    }
    malformed();
  }
  std::uint64_t fixed(int size) {
    std::uint64_t to = 0;
    std::string_view const from = taken(static_cast<std::uint64_t>(size));
    for (int i = 0; i < size; ++i) to |= static_cast<std::uint64_t>(static_cast<unsigned char>(from[i])) << (8 * i);
    return to;
  }

  std::string_view rest_;
};

/// Messages inside messages are read so deep: as protobuf itself.
inline constexpr int deepest_message = 100;

inline void check_depth(int depth) {
  if (depth > deepest_message) throw input_error("the message has more than 100 messages in one another");
}

inline std::string text_of_wire(std::string_view bytes) {
  std::string text{bytes};
  if (!is_utf8_text(text)) throw input_error("the message has a text that is not UTF-8");
  return text;
}

inline ordered_json any_of_wire(std::string_view bytes, int depth);
inline ordered_json structure_of_wire(std::string_view bytes, int depth) {
  check_depth(depth);
  ordered_json to = ordered_json::object();
  for (wire_reader entry(bytes); entry.next();) {
    if (entry.field != 1 || entry.type != 2) continue;
    std::string key;
    ordered_json each;
    for (wire_reader in(entry.bytes); in.next();) {
      if (in.field == 1 && in.type == 2) key = text_of_wire(in.bytes);
      if (in.field == 2 && in.type == 2) each = any_of_wire(in.bytes, depth + 1);
    }
    to[key] = std::move(each);
  }
  return to;
}
inline ordered_json any_of_wire(std::string_view bytes, int depth) {
  check_depth(depth);
  ordered_json to;
  for (wire_reader in(bytes); in.next();) {
    if (in.field == 1) to = nullptr;
    if (in.field == 2 && in.type == 1) to = in.real();
    if (in.field == 3 && in.type == 2) to = text_of_wire(in.bytes);
    if (in.field == 4 && in.type == 0) to = in.number != 0;
    if (in.field == 5 && in.type == 2) to = structure_of_wire(in.bytes, depth + 1);
    if (in.field == 6 && in.type == 2) {
      to = ordered_json::array();
      for (wire_reader list(in.bytes); list.next();) {
        if (list.field == 1 && list.type == 2) to.push_back(any_of_wire(list.bytes, depth + 1));
      }
    }
  }
  return to;
}

/// The message as JSON. Fields that the table does not have are left out; the last of several counts.
/// \throws input_error where the bytes are no such message
inline ordered_json from_wire(std::string_view bytes, wire_message const& message, int depth = 0) {
  check_depth(depth);
  ordered_json to = ordered_json::object();
  for (wire_reader in(bytes); in.next();) {
    for (wire_field const& field : message) {
      if (field.number != in.field) continue;
      int const type = field.kind == wire_kind::real ? 1
                       : field.kind == wire_kind::number || field.kind == wire_kind::integer ||
                               field.kind == wire_kind::truth || field.kind == wire_kind::enumeration
                           ? 0
                           : 2;
      if (in.type != type) continue;
      ordered_json value;
      switch (field.kind) {
        case wire_kind::text:
          value = text_of_wire(in.bytes);
          break;
        case wire_kind::bytes:
          value = ordered_json::binary({in.bytes.begin(), in.bytes.end()});
          break;
        case wire_kind::number:
        case wire_kind::integer:
          value = static_cast<std::int64_t>(in.number);
          break;
        case wire_kind::truth:
          value = in.number != 0;
          break;
        case wire_kind::real:
          value = in.real();
          break;
        case wire_kind::enumeration: {
          std::uint64_t known = 0;
          while (field.names[known] != nullptr && known != in.number) ++known;
          if (field.names[known] != nullptr) value = field.names[known];
          break;
        }
        case wire_kind::message:
          value = from_wire(in.bytes, field.of(), depth + 1);
          break;
        case wire_kind::structure:
          value = structure_of_wire(in.bytes, depth + 1);
          break;
        case wire_kind::map: {
          value = to.contains(field.name) ? to[field.name] : ordered_json::object();
          std::string key;
          ordered_json each = ordered_json::object();
          for (wire_reader entry(in.bytes); entry.next();) {
            if (entry.field == 1 && entry.type == 2) key = text_of_wire(entry.bytes);
            if (entry.field == 2 && entry.type == 2) each = from_wire(entry.bytes, field.of(), depth + 1);
          }
          value[key] = std::move(each);
          break;
        }
      }
      if (field.repeated) {
        if (!to.contains(field.name)) to[field.name] = ordered_json::array();
        to[field.name].push_back(std::move(value));
      } else {
        to[field.name] = std::move(value);
      }
    }
  }
  return to;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
