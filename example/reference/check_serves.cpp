// SPDX-License-Identifier: BSL-1.0
// True where each task finds a pool that serves it; else an error has for each pool what it lacks.
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
static_assert(at::check_serves<halves, half>);

int main() { std::printf("%d\n", at::serves<halves, at::A100::partition<"7g.40gb">>); }
