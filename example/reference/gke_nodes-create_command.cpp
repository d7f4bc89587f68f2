// SPDX-License-Identifier: BSL-1.0
// The commands that make a node pool whose GPUs are cut alike, on GKE and on AKS.
// Shows: gke_nodes::partition_command, gke_nodes::compute_class, aks::node_pool_options
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;

using sevenths = at::layout<at::A100, "1g.5gb", "1g.5gb", "1g.5gb", "1g.5gb", "1g.5gb", "1g.5gb", "1g.5gb">;

int main() {
  at::gpu_setup const gpu = at::gpu_setup::of<sevenths>();
  std::puts(at::gke_nodes::create_command("small", 2, gpu, 1).c_str());
  std::puts(at::gke_nodes::partition_command(gpu).c_str());
  std::printf("%s", to_yaml(at::gke_nodes::compute_class("small", gpu, 1)).c_str());
  std::puts(at::aks::node_pool_options(gpu).c_str());
}
