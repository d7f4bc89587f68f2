// SPDX-License-Identifier: BSL-1.0
/// \file
/// What dstack is asked for: `resources: {gpu: A100:40GB:1}`, a name, a memory where the name has several, and a count.
/// Alternatives are several names with one memory, `A100,H100:80GB:8`. It has no partitions.
///
/// \code
/// std::cout << to_yaml(to_document(at::request<at::system<"dstack">, at::A100_80GB>({.count = 8})));
/// // gpu: "A100:80GB:8"
/// \endcode
///
/// Source: dstack 0.22, GPUSpec.
#pragma once

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/cluster/request/short_text.hpp>
#include <allotype/cluster/request/system_request.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail::dstack {

/// dstack's fleets have no settings.
struct settings {};
/// dstack's fleets and backends: any machine that has the GPUs.
struct pool {
  static constexpr dstack::settings settings{};
};

/// The memory of boards that share a name; empty: the name says it.
constexpr char const* memory_of(char const* device) {
  return equal(device, A100::name)                                               ? ":40GB"
         : equal(device, A100_80GB::name) || equal(device, A100_80GB_PCIE::name) ? ":80GB"
         : equal(device, A800_40GB::name)                                        ? ":40GB"
         : equal(device, A800_80GB::name)                                        ? ":80GB"
         : equal(device, V100_16GB::name)                                        ? ":16GB"
         : equal(device, V100_32GB::name)                                        ? ":32GB"
                                                                                 : "";
}

/// A name up to its size.
constexpr short_text gpu_of(char const* device) {
  short_text name;
  for (char const* c = device; *c != '\0' && *c != '_'; ++c) name << *c;
  return name;
}

/// The memory that the device's own name has, where it is not needed by itself: `:80GB` of `H100_80GB`.
constexpr short_text memory_in_name(char const* device) {
  if (*memory_of(device) != '\0') return short_text{memory_of(device)};
  for (char const* c = device; *c != '\0'; ++c) {
    if (*c != '_') continue;
    char const* end = c + 1;
    while (*end >= '0' && *end <= '9') ++end;
    short_text size{":"};
    for (char const* digit = c + 1; digit != end; ++digit) size << *digit;
    if (end != c + 1 && begins_with(end, "GB")) return size << "GB";
  }
  return {};
}

/// The one memory that all names stand with; a refusal where they have several.
constexpr short_text memory_of_all(system_request& to, request_items const& all) {
  short_text memory{memory_of(all.first().device)};
  for (auto const& each : all.all) {
    if (*memory_of(each.what->device) != '\0') memory = short_text{memory_of(each.what->device)};
  }
  if (memory.empty()) return memory;
  for (auto const& each : all.all) {
    if (!(memory_in_name(each.what->device) == memory))
      to.refused("dstack has one memory for all names of GPUs, and these differ: name one of them");
  }
  return memory;
}

inline document part_of_task(system_request const& request) {
  document task;
  if (request.nodes > 1) task["nodes"] = request.nodes;
  if (request.count != 0) task["resources"]["gpu"] = request.devices[0].text();
  return task;
}

constexpr system_request ask(settings const&, request_items const& all, request_options options) {
  system_request to = begin_request({.part = part_of_task}, all, options);
  if (all.all.size() > 1 && !all.alternatives) to.refused("dstack is asked for one kind of GPUs: name one of them");
  if (to.refused || all.all.empty()) return to;
  short_text gpus;
  for (auto const& each : all.all) {
    accelerator_data const& what = *each.what;
    if (what.maker != vendor::nvidia && what.maker != vendor::amd)
      to.refused("dstack is asked for NVIDIA's and AMD's GPUs here");
    if (what.maker != all.first().maker) to.refused("dstack is asked for GPUs of one maker here: name one of them");
    if (what.is_partition()) to.refused("dstack has no partitions: its specification is a name, a memory and a count");
    gpus << (gpus.empty() ? "" : ",") << gpu_of(what.device).text();
  }
  to.count = all.all[0].count;
  to.add_device(gpus << memory_of_all(to, all).text() << ':' << to.count);
  return to;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail::dstack
