// SPDX-License-Identifier: BSL-1.0
// A layout of names, known while the program runs, and whether its instances may come in any order.
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
  at::planned_layout const layout = at::plan_layout<at::A100>({"3g.20gb", "2g.10gb", "2g.10gb"});
  at::planned_arrivals const arrivals = at::plan_arrivals(layout);
  std::printf("safe: %d\n", arrivals.safe);
  try {
    (void)at::plan_layout<at::A100>({"7g.40gb", "1g.5gb"});
  } catch (at::input_error const& error) {
    std::printf("%s\n", error.what());
  }
}
