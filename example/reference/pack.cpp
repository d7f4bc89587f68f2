// SPDX-License-Identifier: BSL-1.0
// Tasks on as few GPUs as possible, and on the cheapest of several kinds.
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;
using half = at::A100::partition<"3g.20gb">;
using services = at::pack<at::A100, half, half, half>;
using fleet = at::list<at::priced<at::A100, 3>, at::priced<at::L4, 1>>;
using cheapest = at::pack<fleet, at::L4, at::L4, half>;
using on_two = at::pack_on<2, at::A100, half, half, half>;
static_assert(!at::can_pack_on<1, at::A100, half, half, half> && on_two::gpus == 2);

int main() { std::printf("%d GPUs; the cheapest cost %lld\n", services::gpus, cheapest::cost); }
