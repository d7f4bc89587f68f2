// SPDX-License-Identifier: BSL-1.0
// The same for very many tasks, known while the program runs.
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
  auto const gpus = at::planned_fleet::supply::of<at::A100>(2);
  at::planned_fleet const plan =
      at::plan_fleet({gpus}, {{"A100", "3g.20gb"}, {"A100", "3g.20gb"}, {"A100", "2g.10gb"}});
  std::printf("%lld GPUs, %zu left over\n", plan.gpus, plan.left_over.size());
}
