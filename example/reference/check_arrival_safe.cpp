// SPDX-License-Identifier: BSL-1.0
// True where instances have their places in whatever order they are made; else an error says which strands.
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
static_assert(at::check_arrival_safe<halves>);

// The rule of the driver's own choice, as far as one is published.
static_assert(at::arrival_safe<halves, at::first_fit::highest_start>);

int main() { std::printf("%d\n", at::arrival_safe<at::layout<at::A100, "4g.20gb", "1g.5gb">>); }
