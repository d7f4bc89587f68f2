// SPDX-License-Identifier: BSL-1.0
/// \file
/// The fields of Flyte's messages, and how protobuf writes a field: for bytes and for JSON, of messages that are
/// computed while compiling (cluster/request/flyte.hpp) and of those that programs of tasks read and write
/// (src/program). Names and numbers: flyteidl/core and flyteidl/admin of flyteidl 1.16; those of flyteidl2 2.0 are the
/// same.
#pragma once

#include <cstddef>
#include <cstdint>

#include <allotype/core/detail/language.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

enum class wire_kind {
  string,
  bytes,
  number,
  integer,
  boolean,
  float64,
  enumeration,
  message,
  map,
  structure,
  duration,  ///< in JSON seconds with an s, "60s"
  timestamp  ///< in JSON a text of RFC 3339
};

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
  wire_field const* begin_ = nullptr;
  wire_field const* end_ = nullptr;
  constexpr wire_field const* begin() const { return begin_; }
  constexpr wire_field const* end() const { return end_; }
};
/// The fields of a message by the struct of the table. Not constexpr: messages contain one another, and a struct that
/// is not complete yet may stand here.
template <class Fields>
wire_message wire_message_of() {
  if constexpr (requires { Fields::fields; }) {
    return {Fields::fields, Fields::fields + sizeof Fields::fields / sizeof(wire_field)};
  } else {
    return {};
  }
}

// ---- the table

inline constexpr bool is_repeated = true;
inline constexpr bool is_always = true;

struct literal_type_fields;
struct literal_fields;
struct literal_map_fields;

struct blob_type_fields {
  static constexpr char const* dimensionalities[] = {"SINGLE", "MULTIPART", nullptr};
  static constexpr wire_field fields[] = {
      {"format", 1, wire_kind::string},
      {"dimensionality", 2, wire_kind::enumeration, !is_repeated, !is_always, nullptr, dimensionalities}};
};
struct enum_type_fields {
  static constexpr wire_field fields[] = {{"values", 1, wire_kind::string, is_repeated}};
};
struct structured_dataset_type_fields {
  static constexpr wire_field fields[] = {{"format", 2, wire_kind::string}};
};
struct union_type_fields {
  static constexpr wire_field fields[] = {
      {"variants", 1, wire_kind::message, is_repeated, is_always, wire_message_of<literal_type_fields>}};
};
struct type_annotation_fields {
  static constexpr wire_field fields[] = {{"annotations", 1, wire_kind::structure}};
};
struct type_structure_fields {
  static constexpr wire_field fields[] = {
      {"tag", 1, wire_kind::string},
      {"dataclassType", 2, wire_kind::map, !is_repeated, !is_always, wire_message_of<literal_type_fields>}};
};
struct literal_type_fields {
  static constexpr char const* simple_types[] = {"NONE",     "INTEGER", "FLOAT", "STRING", "BOOLEAN", "DATETIME",
                                                 "DURATION", "BINARY",  "ERROR", "STRUCT", nullptr};
  static constexpr wire_field fields[] = {
      {"simple", 1, wire_kind::enumeration, !is_repeated, is_always, nullptr, simple_types},
      {"collectionType", 3, wire_kind::message, !is_repeated, is_always, wire_message_of<literal_type_fields>},
      {"mapValueType", 4, wire_kind::message, !is_repeated, is_always, wire_message_of<literal_type_fields>},
      {"blob", 5, wire_kind::message, !is_repeated, is_always, wire_message_of<blob_type_fields>},
      {"metadata", 6, wire_kind::structure},
      {"enumType", 7, wire_kind::message, !is_repeated, is_always, wire_message_of<enum_type_fields>},
      {"structuredDatasetType", 8, wire_kind::message, !is_repeated, is_always,
       wire_message_of<structured_dataset_type_fields>},
      {"annotation", 9, wire_kind::message, !is_repeated, is_always, wire_message_of<type_annotation_fields>},
      {"unionType", 10, wire_kind::message, !is_repeated, is_always, wire_message_of<union_type_fields>},
      {"structure", 11, wire_kind::message, !is_repeated, is_always, wire_message_of<type_structure_fields>}};
};

struct primitive_fields {
  static constexpr wire_field fields[] = {{"integer", 1, wire_kind::integer, !is_repeated, is_always},
                                          {"floatValue", 2, wire_kind::float64, !is_repeated, is_always},
                                          {"stringValue", 3, wire_kind::string, !is_repeated, is_always},
                                          {"boolean", 4, wire_kind::boolean, !is_repeated, is_always},
                                          {"datetime", 5, wire_kind::timestamp, !is_repeated, is_always},
                                          {"duration", 6, wire_kind::duration, !is_repeated, is_always}};
};
struct blob_metadata_fields {
  static constexpr wire_field fields[] = {
      {"type", 1, wire_kind::message, !is_repeated, is_always, wire_message_of<blob_type_fields>}};
};
struct blob_fields {
  static constexpr wire_field fields[] = {
      {"metadata", 1, wire_kind::message, !is_repeated, is_always, wire_message_of<blob_metadata_fields>},
      {"uri", 3, wire_kind::string}};
};
struct binary_fields {
  static constexpr wire_field fields[] = {{"value", 1, wire_kind::bytes}, {"tag", 2, wire_kind::string}};
};
struct structured_dataset_metadata_fields {
  static constexpr wire_field fields[] = {{"structuredDatasetType", 1, wire_kind::message, !is_repeated, is_always,
                                           wire_message_of<structured_dataset_type_fields>}};
};
struct structured_dataset_fields {
  static constexpr wire_field fields[] = {{"uri", 1, wire_kind::string},
                                          {"metadata", 2, wire_kind::message, !is_repeated, is_always,
                                           wire_message_of<structured_dataset_metadata_fields>}};
};
struct offloaded_metadata_fields {
  static constexpr wire_field fields[] = {
      {"uri", 1, wire_kind::string},
      {"sizeBytes", 2, wire_kind::integer},
      {"inferredType", 3, wire_kind::message, !is_repeated, is_always, wire_message_of<literal_type_fields>}};
};
struct empty_fields {};
struct union_fields {
  static constexpr wire_field fields[] = {
      {"value", 1, wire_kind::message, !is_repeated, is_always, wire_message_of<literal_fields>},
      {"type", 2, wire_kind::message, !is_repeated, is_always, wire_message_of<literal_type_fields>}};
};
struct scalar_fields {
  static constexpr wire_field fields[] = {
      {"primitive", 1, wire_kind::message, !is_repeated, is_always, wire_message_of<primitive_fields>},
      {"blob", 2, wire_kind::message, !is_repeated, is_always, wire_message_of<blob_fields>},
      {"binary", 3, wire_kind::message, !is_repeated, is_always, wire_message_of<binary_fields>},
      {"noneType", 5, wire_kind::message, !is_repeated, is_always, wire_message_of<empty_fields>},
      {"generic", 7, wire_kind::structure},
      {"structuredDataset", 8, wire_kind::message, !is_repeated, is_always, wire_message_of<structured_dataset_fields>},
      {"union", 9, wire_kind::message, !is_repeated, is_always, wire_message_of<union_fields>}};
};
struct literal_collection_fields {
  static constexpr wire_field fields[] = {
      {"literals", 1, wire_kind::message, is_repeated, is_always, wire_message_of<literal_fields>}};
};
struct literal_fields {
  static constexpr wire_field fields[] = {
      {"scalar", 1, wire_kind::message, !is_repeated, is_always, wire_message_of<scalar_fields>},
      {"collection", 2, wire_kind::message, !is_repeated, is_always, wire_message_of<literal_collection_fields>},
      {"map", 3, wire_kind::message, !is_repeated, is_always, wire_message_of<literal_map_fields>},
      {"hash", 4, wire_kind::string},
      {"offloadedMetadata", 8, wire_kind::message, !is_repeated, is_always,
       wire_message_of<offloaded_metadata_fields>}};
};
struct literal_map_fields {
  static constexpr wire_field fields[] = {
      {"literals", 1, wire_kind::map, !is_repeated, !is_always, wire_message_of<literal_fields>}};
};

struct container_error_fields {
  static constexpr char const* kinds[] = {"NON_RECOVERABLE", "RECOVERABLE", nullptr};
  static constexpr char const* origins[] = {"UNKNOWN", "USER", "SYSTEM", nullptr};
  static constexpr wire_field fields[] = {
      {"code", 1, wire_kind::string},
      {"message", 2, wire_kind::string},
      {"kind", 3, wire_kind::enumeration, !is_repeated, !is_always, nullptr, kinds},
      {"origin", 4, wire_kind::enumeration, !is_repeated, !is_always, nullptr, origins}};
};
struct error_document_fields {
  static constexpr wire_field fields[] = {
      {"error", 1, wire_kind::message, !is_repeated, is_always, wire_message_of<container_error_fields>}};
};

struct identifier_fields {
  static constexpr char const* types[] = {"UNSPECIFIED", "TASK", nullptr};
  static constexpr wire_field fields[] = {
      {"resourceType", 1, wire_kind::enumeration, !is_repeated, !is_always, nullptr, types},
      {"project", 2, wire_kind::string},
      {"domain", 3, wire_kind::string},
      {"name", 4, wire_kind::string},
      {"version", 5, wire_kind::string}};
};
struct runtime_metadata_fields {
  static constexpr wire_field fields[] = {{"version", 2, wire_kind::string}, {"flavor", 3, wire_kind::string}};
};
struct retry_strategy_fields {
  static constexpr wire_field fields[] = {{"retries", 5, wire_kind::number}};
};
struct task_metadata_fields {
  static constexpr wire_field fields[] = {
      {"discoverable", 1, wire_kind::boolean},
      {"runtime", 2, wire_kind::message, !is_repeated, is_always, wire_message_of<runtime_metadata_fields>},
      {"timeout", 4, wire_kind::duration},
      {"retries", 5, wire_kind::message, !is_repeated, is_always, wire_message_of<retry_strategy_fields>},
      {"discoveryVersion", 6, wire_kind::string},
      {"interruptible", 8, wire_kind::boolean, !is_repeated, is_always}};
};
struct variable_fields {
  static constexpr wire_field fields[] = {
      {"type", 1, wire_kind::message, !is_repeated, is_always, wire_message_of<literal_type_fields>},
      {"description", 2, wire_kind::string}};
};
struct variable_map_fields {
  static constexpr wire_field fields[] = {
      {"variables", 1, wire_kind::map, !is_repeated, !is_always, wire_message_of<variable_fields>}};
};
struct typed_interface_fields {
  static constexpr wire_field fields[] = {
      {"inputs", 1, wire_kind::message, !is_repeated, is_always, wire_message_of<variable_map_fields>},
      {"outputs", 2, wire_kind::message, !is_repeated, is_always, wire_message_of<variable_map_fields>}};
};
struct resource_entry_fields {
  static constexpr char const* names[] = {"UNKNOWN", "CPU", "GPU", "MEMORY", "STORAGE", "EPHEMERAL_STORAGE", nullptr};
  static constexpr wire_field fields[] = {{"name", 1, wire_kind::enumeration, !is_repeated, !is_always, nullptr, names},
                                          {"value", 2, wire_kind::string}};
};
struct resources_fields {
  static constexpr wire_field fields[] = {
      {"requests", 1, wire_kind::message, is_repeated, is_always, wire_message_of<resource_entry_fields>},
      {"limits", 2, wire_kind::message, is_repeated, is_always, wire_message_of<resource_entry_fields>}};
};
struct container_fields {
  static constexpr wire_field fields[] = {
      {"image", 1, wire_kind::string},
      {"command", 2, wire_kind::string, is_repeated},
      {"args", 3, wire_kind::string, is_repeated},
      {"resources", 4, wire_kind::message, !is_repeated, is_always, wire_message_of<resources_fields>}};
};
struct gpu_accelerator_fields {
  static constexpr char const* classes[] = {"NVIDIA_GPU",   "GOOGLE_TPU",    "AMAZON_NEURON", "AMD_GPU",
                                            "HABANA_GAUDI", "APPLE_SILICON", nullptr};
  static constexpr wire_field fields[] = {
      {"device", 1, wire_kind::string},
      {"unpartitioned", 2, wire_kind::boolean, !is_repeated, is_always},
      {"partitionSize", 3, wire_kind::string, !is_repeated, is_always},
      {"deviceClass", 4, wire_kind::enumeration, !is_repeated, !is_always, nullptr, classes}};
};
struct shared_memory_fields {
  static constexpr wire_field fields[] = {
      {"mountPath", 1, wire_kind::string}, {"mountName", 2, wire_kind::string}, {"sizeLimit", 3, wire_kind::string}};
};
struct extended_resources_fields {
  static constexpr wire_field fields[] = {
      {"gpuAccelerator", 1, wire_kind::message, !is_repeated, is_always, wire_message_of<gpu_accelerator_fields>},
      {"sharedMemory", 2, wire_kind::message, !is_repeated, is_always, wire_message_of<shared_memory_fields>}};
};
struct task_node_overrides_fields {
  static constexpr wire_field fields[] = {
      {"resources", 1, wire_kind::message, !is_repeated, is_always, wire_message_of<resources_fields>},
      {"extendedResources", 2, wire_kind::message, !is_repeated, is_always,
       wire_message_of<extended_resources_fields>}};
};
struct task_template_fields {
  static constexpr wire_field fields[] = {
      {"id", 1, wire_kind::message, !is_repeated, is_always, wire_message_of<identifier_fields>},
      {"type", 2, wire_kind::string},
      {"metadata", 3, wire_kind::message, !is_repeated, is_always, wire_message_of<task_metadata_fields>},
      {"interface", 4, wire_kind::message, !is_repeated, is_always, wire_message_of<typed_interface_fields>},
      {"container", 6, wire_kind::message, !is_repeated, is_always, wire_message_of<container_fields>},
      {"extendedResources", 9, wire_kind::message, !is_repeated, is_always,
       wire_message_of<extended_resources_fields>}};
};
struct task_spec_fields {
  static constexpr wire_field fields[] = {
      {"template", 1, wire_kind::message, !is_repeated, is_always, wire_message_of<task_template_fields>}};
};

// ---- writing: to anything with `put(unsigned char)`

enum class wire_type { varint = 0, fixed_64 = 1, length_delimited = 2 };

constexpr wire_type wire_type_of(wire_kind kind) {
  switch (kind) {
    case wire_kind::number:
    case wire_kind::integer:
    case wire_kind::boolean:
    case wire_kind::enumeration:
      return wire_type::varint;
    case wire_kind::float64:
      return wire_type::fixed_64;
    default:
      return wire_type::length_delimited;
  }
}

template <class Out>
constexpr void write_varint(Out& out, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) out.put(static_cast<unsigned char>(number | 0x80));
  out.put(static_cast<unsigned char>(number));
}
template <class Out>
constexpr void write_tag(Out& out, int field, wire_type type) {
  write_varint(out, static_cast<std::uint64_t>(field) << 3 | static_cast<std::uint64_t>(type));
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
