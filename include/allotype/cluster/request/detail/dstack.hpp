// SPDX-License-Identifier: BSL-1.0
/// \file
/// What dstack is asked for: `resources: {gpu: A100:40GB:1}`, a name, a memory where the name has several, and a count.
/// It has no partitions.
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
         : equal(device, V100_16GB::name)                                        ? ":16GB"
         : equal(device, V100_32GB::name)                                        ? ":32GB"
                                                                                 : "";
}

inline document part_of_task(system_request const& request) {
  document task;
  if (request.nodes > 1) task["nodes"] = request.nodes;
  if (request.count != 0) task["resources"]["gpu"] = request.devices[0].text();
  return task;
}

constexpr system_request ask(settings const&, request_items const& all, request_options options) {
  system_request to = begin_request({.part = part_of_task}, all, options);
  if (all.all.size() > 1) to.refused("dstack is asked for one kind of GPUs: name one of them");
  if (to.refused || all.all.empty()) return to;
  auto const& what = all.first();
  if (what.maker != vendor::nvidia && what.maker != vendor::amd)
    to.refused("dstack is asked for NVIDIA's and AMD's GPUs here");
  if (what.is_partition()) to.refused("dstack has no partitions: its specification is a name, a memory and a count");
  short_text gpu;
  for (char const* c = what.device; *c != '\0' && *c != '_'; ++c) gpu << *c;
  to.count = all.all[0].count;
  to.add_device(gpu << memory_of(what.device) << ':' << to.count);
  return to;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail::dstack
