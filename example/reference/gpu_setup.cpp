// SPDX-License-Identifier: BSL-1.0
// What sets up the GPUs of a node: the configuration of mig-parted, and the GPU Operator's label, on OpenShift, too.
// Shows: mig_parted::boards, gpu_operator::openshift_label_command, gpu_operator::openshift_strategy_command,
// nvidia_smi::create_command
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
  std::puts(at::gpu_operator::openshift_label_command("node-1", configuration).c_str());
  std::puts(at::gpu_operator::openshift_strategy_command(at::kubernetes::mig_strategy::mixed).c_str());
  at::mig_parted::configuration const filtered(at::gpu_setup::of<halves>(), at::mig_parted::boards::of_its_kind);
  std::printf("%s", to_yaml(to_document(filtered)).c_str());
  std::puts(at::nvidia_smi::create_command(at::gpu_setup::of<halves>()).c_str());
}
