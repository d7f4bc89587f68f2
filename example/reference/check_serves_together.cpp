// SPDX-License-Identifier: BSL-1.0
// True where all tasks have places at the same time; else an error names the first one without.
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;
using halves =
    at::pool<"halves", at::system<"kubernetes-mixed">, at::nodes<2>, at::layout<at::A100, "3g.20gb", "3g.20gb">>;
using half = at::A100::partition<"3g.20gb">;
static_assert(at::check_serves_together<halves, at::replicas<half, 4>>);

int main() { std::printf("five: %d\n", at::serves_together<halves, at::replicas<half, 5>>); }
