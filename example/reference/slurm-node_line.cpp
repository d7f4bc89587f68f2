// SPDX-License-Identifier: BSL-1.0
// Lines of slurm.conf.
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
  std::puts(at::slurm::gres_conf);  // where Slurm's NVML plug-in is installed; else a line an instance:
  std::puts(at::slurm::gres_line("nvidia_a100_3g.20gb", 0, {12, 13}).c_str());
  at::gpu_setup const halves = at::gpu_setup::of<at::layout<at::A100, "3g.20gb", "3g.20gb">>();
  std::puts(at::slurm::node_line<at::system<"slurm">>("tux[1-16]", {halves}).c_str());
  std::puts(at::slurm::accounting_line<at::system<"slurm-short-names">>({halves}).c_str());
}
