// SPDX-License-Identifier: BSL-1.0
/// \file
/// The messages of cluster/request/flyte.hpp in protobuf's JSON mapping: what `flyteidl` reads, and what a person can
/// read.
#pragma once

#include <allotype/cluster/request/flyte.hpp>
#include <nlohmann/json.hpp>
#include <string>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::flyte {

/// Members stand in the order of the fields' numbers; a field that is not sent has no member.
using nlohmann::ordered_json;

namespace detail {

/// A field that is left out when it is empty.
inline void put(ordered_json& object, char const* name, char const* text) {
  if (*text != '\0') object[name] = text;
}

constexpr char const* name_of(device_class value) {
  constexpr char const* names[] = {"NVIDIA_GPU", "GOOGLE_TPU", "AMAZON_NEURON", "AMD_GPU", "HABANA_GAUDI"};
  return names[static_cast<int>(value)];
}

constexpr char const* name_of(resource value) {
  constexpr char const* names[] = {"UNKNOWN", "CPU", "GPU", "MEMORY", "STORAGE", "EPHEMERAL_STORAGE"};
  return names[static_cast<int>(value)];
}

}  // namespace detail

/// A message in protobuf's form of JSON. A field that is not sent has no member.
[[nodiscard]] inline ordered_json to_json(gpu_accelerator const& message) {
  ordered_json result = ordered_json::object();
  detail::put(result, "device", message.device);
  if (message.partitioning == partitioning::unpartitioned) result["unpartitioned"] = true;
  if (message.partitioning == partitioning::partition) result["partitionSize"] = message.partition_size;
  if (message.device_class != device_class::nvidia_gpu) result["deviceClass"] = detail::name_of(message.device_class);
  return result;
}

[[nodiscard]] inline ordered_json to_json(shared_memory const& message) {
  ordered_json result = ordered_json::object();
  detail::put(result, "mountPath", message.mount_path);
  detail::put(result, "mountName", message.mount_name);
  detail::put(result, "sizeLimit", message.size_limit.characters);
  return result;
}

[[nodiscard]] inline ordered_json to_json(extended_resources const& message) {
  ordered_json result = ordered_json::object();
  if (message.gpu_accelerator.present) result["gpuAccelerator"] = to_json(message.gpu_accelerator.value);
  if (message.shared_memory.present) result["sharedMemory"] = to_json(message.shared_memory.value);
  return result;
}

[[nodiscard]] inline ordered_json to_json(resource_entry const& message) {
  ordered_json result = ordered_json::object();
  if (message.name != resource::unknown) result["name"] = detail::name_of(message.name);
  detail::put(result, "value", message.value.characters);
  return result;
}

[[nodiscard]] inline ordered_json to_json(resources::list const& list) {
  ordered_json result = ordered_json::array();
  for (int i = 0; i < list.count; ++i) result.push_back(to_json(list.entries[i]));
  return result;
}

[[nodiscard]] inline ordered_json to_json(resources const& message) {
  ordered_json result = ordered_json::object();
  if (message.requests.count != 0) result["requests"] = to_json(message.requests);
  if (message.limits.count != 0) result["limits"] = to_json(message.limits);
  return result;
}

[[nodiscard]] inline ordered_json to_json(container const& message) {
  ordered_json result = ordered_json::object();
  if (message.resources.present) result["resources"] = to_json(message.resources.value);
  return result;
}

[[nodiscard]] inline ordered_json to_json(task_template const& message) {
  ordered_json result = ordered_json::object();
  detail::put(result, "type", message.type);
  if (message.container.present) result["container"] = to_json(message.container.value);
  if (message.extended_resources.present) result["extendedResources"] = to_json(message.extended_resources.value);
  return result;
}

[[nodiscard]] inline ordered_json to_json(task_node_overrides const& message) {
  ordered_json result = ordered_json::object();
  if (message.resources.present) result["resources"] = to_json(message.resources.value);
  if (message.extended_resources.present) result["extendedResources"] = to_json(message.extended_resources.value);
  return result;
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
