// SPDX-License-Identifier: BSL-1.0
// What a node publishes of its GPUs for DRA: how many objects.
// Shows: dra::counters
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;

int main() {
  auto const slices = at::dra::resource_slices<at::A100>("node-1", 1);
  auto const older = at::dra::resource_slices<at::A100>("node-1", 1, at::dra::counters::beside_the_devices);
  std::printf("%zu objects, with Kubernetes 1.34 %zu\n", slices.size(), older.size());
}
