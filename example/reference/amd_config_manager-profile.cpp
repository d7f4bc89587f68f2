// SPDX-License-Identifier: BSL-1.0
// AMD's way to cut GPUs.
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;

constexpr auto cpx = at::amd_config_manager::profile().add<at::MI300X::partition<"CPX/NPS4">>(8);

int main() {
  std::puts(to_json(to_document(cpx)).c_str());
  std::puts(at::amd_config_manager::label_command("node-1", cpx).c_str());
}
