// SPDX-License-Identifier: BSL-1.0
// What sets up the nodes of a pool: each step with its tool.
// Shows: setup_step
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
using shared = at::pool<"shared", at::system<"kubernetes-mixed">, at::nodes<2>, halves>;

int main() {
  for (at::setup_step const& step : at::provision<shared>()) {
    std::printf("%s, for %s:\n%s\n", step.what.c_str(), step.tool.c_str(), step.text.c_str());
  }
}
