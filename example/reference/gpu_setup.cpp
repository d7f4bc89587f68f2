// SPDX-License-Identifier: BSL-1.0
// What sets up the GPUs of a node: the configuration of mig-parted, and the GPU Operator's label.
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;
using halves = at::layout<at::A100, "3g.20gb", "3g.20gb">;

int main() {
  at::mig_parted::configuration const configuration(at::gpu_setup::of<halves>());
  std::printf("%s", to_yaml(to_document(configuration)).c_str());
  std::printf("%s", to_yaml(at::gpu_operator::config_map({configuration})).c_str());
  std::puts(at::gpu_operator::label_command("node-1", configuration).c_str());
}
