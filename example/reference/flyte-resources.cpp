// SPDX-License-Identifier: BSL-1.0
// The resources of a container and of one node of a workflow, as Flyte's messages have them.
// Shows: flyte::container, flyte::optional, flyte::quantity, flyte::resource, flyte::resource_entry,
// flyte::shared_memory, flyte::task_node_overrides
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;

using namespace at::literals;
constexpr at::flyte::resource_entry cores{at::flyte::resource::cpu, at::flyte::quantity{4}};
constexpr at::flyte::resources four_cores{.requests = {cores}, .limits = {cores}};
constexpr at::flyte::container with_four_cores{.resources = four_cores};
constexpr at::flyte::shared_memory volume = at::flyte::shared_memory_of(at::quantity{64_MiB});
constexpr at::flyte::task_node_overrides one_node{.resources = four_cores};
constexpr at::flyte::optional<at::flyte::resources> none{};

int main() {
  std::printf("%s cores, shared memory of %s at %s\n", with_four_cores.resources.value.limits.entries[0].value.text(),
              volume.size_limit.text(), volume.mount_path);
  std::printf("stated for one node: %d, nothing stated: %d\n", one_node.resources.present, none.present);
}
