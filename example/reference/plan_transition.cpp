// SPDX-License-Identifier: BSL-1.0
// The same while the program runs.
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
  at::planned_transition const change = at::plan_transition<at::A100>(
      {{.profile = "1g.5gb", .start = 0, .id = 7}, {.profile = "2g.10gb", .start = 4, .id = 3, .in_use = true}},
      {"3g.20gb", "2g.10gb@4"});
  for (auto const& each : change.destroyed) std::printf("destroyed: %d, %s\n", each.id, each.profile.c_str());
  for (at::placement const& each : change.created) std::printf("created: %s at %d\n", each.profile, each.start);
}
