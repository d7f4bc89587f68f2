// SPDX-License-Identifier: BSL-1.0
/// \file
/// A machine as JSON, which is what `allotype probe --json` prints: `nlohmann::ordered_json j = probe();`. Amounts of
/// memory are in bytes; null stands where something is not known.
#pragma once

#include <nlohmann/json.hpp>

#include <allotype/machine/machine.hpp>

namespace program {

template <class T>
nlohmann::ordered_json json_of(std::optional<T> const& value) {
  if (!value) return nullptr;
  if constexpr (requires { value->count; }) {
    return value->count;
  } else {
    return *value;
  }
}
inline nlohmann::ordered_json json_of_text(std::string const& text) {
  if (text.empty()) return nullptr;
  return text;
}

}  // namespace program

/// Where nlohmann-json looks for them: beside the types.
namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Null for yes; else `reason`, the code as a word, and `text`.
inline void to_json(nlohmann::ordered_json& json, answer const& given) {
  json = nullptr;
  if (!given) json = {{"reason", to_string(given.why()).text()}, {"text", given.text()}};
}

inline void to_json(nlohmann::ordered_json& json, machine::found_placement const& placement) {
  json = {{"start", placement.start}, {"size", placement.size}};
}

inline void to_json(nlohmann::ordered_json& json, machine::numa_node const& node) {
  json = {{"id", node.id}, {"processors", node.processors}, {"memory_bytes", program::json_of(node.memory)}};
}

inline void to_json(nlohmann::ordered_json& json, machine::host_processor_found const& found) {
  json = {{"model", program::json_of_text(found.model)},
          {"processors", found.processors},
          {"sockets", program::json_of(found.sockets)},
          {"cores", program::json_of(found.cores)},
          {"memory_bytes", program::json_of(found.memory)},
          {"numa_nodes", found.numa_nodes},
          {"affinity", found.affinity},
          {"processor_limit", program::json_of(found.processor_limit)},
          {"memory_limit_bytes", program::json_of(found.memory_limit)},
          {"control_group_version", found.control_group_version},
          {"usable_processors", found.usable_processors()},
          {"usable_memory_bytes", program::json_of(found.usable_memory())}};
}

inline void to_json(nlohmann::ordered_json& json, machine::found_compute_instance const& instance) {
  json = {{"id", instance.id},
          {"profile_id", program::json_of(instance.profile_id)},
          {"placement", program::json_of(instance.placement)}};
}

inline void to_json(nlohmann::ordered_json& json, machine::found_gpu_instance const& instance) {
  json = {{"id", instance.id},
          {"type", program::json_of_text(instance.type)},
          {"profile_id", program::json_of(instance.profile_id)},
          {"placement", program::json_of(instance.placement)},
          {"compute_instances", instance.compute_instances}};
}

inline void to_json(nlohmann::ordered_json& json, machine::found_slice const& slice) {
  json = {{"uuid", program::json_of_text(to_string(slice.uuid))},
          {"name", slice.name},
          {"type", program::json_of_text(slice.type)},
          {"profile", slice.profile},
          {"gpu_instance", program::json_of(slice.gpu_instance_id)},
          {"compute_instance", program::json_of(slice.compute_instance_id)},
          {"memory_bytes", program::json_of(slice.memory)},
          {"sm_count", program::json_of(slice.sm_count)},
          {"in_use", program::json_of(slice.in_use)},
          {"visible", program::json_of(slice.visible)},
          {"problem", slice.complete}};
}

inline void to_json(nlohmann::ordered_json& json, machine::found_board const& board) {
  json = {{"index", board.index},
          {"uuid", program::json_of_text(to_string(board.uuid))},
          {"name", program::json_of_text(board.name)},
          {"type", program::json_of_text(board.type)},
          {"bus_id", program::json_of_text(board.bus_id)},
          {"memory_bytes", program::json_of(board.memory)},
          {"compute_capability", board.compute_capability
                                     ? nlohmann::ordered_json(std::to_string(board.compute_capability->major) + "." +
                                                              std::to_string(board.compute_capability->minor))
                                     : nlohmann::ordered_json()},
          {"mig_mode", program::json_of(board.mig_mode)},
          {"visible", program::json_of(board.visible)},
          {"gpu_instances", board.gpu_instances},
          {"gpu_instances_incomplete", board.gpu_instances_complete},
          {"slices", board.slices},
          {"problem", board.complete}};
}

inline void to_json(nlohmann::ordered_json& json, machine::found_nvidia const& nvidia) {
  json = {{"driver_version", program::json_of_text(nvidia.driver_version)},
          {"cuda_version", program::json_of_text(nvidia.cuda_version_text())},
          {"masks", program::json_of_text(nvidia.masks)},
          {"boards", nvidia.boards},
          {"problem", nvidia.complete}};
}

inline void to_json(nlohmann::ordered_json& json, machine const& here) {
  auto others = nlohmann::ordered_json::array();
  for (machine::other_kind const& other : here.others) {
    others.push_back({{"kind", other.name}, {"problem", other.usable}});
  }
  json = {{"host_processor", here.host_processor}, {"nvidia", here.nvidia}, {"others", others}};
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
