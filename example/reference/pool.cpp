// SPDX-License-Identifier: BSL-1.0
// Nodes of one kind, and a cluster of several kinds.
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;
using balanced = at::layout<at::A100, "3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb">;
using shared = at::pool<"shared", at::system<"kubernetes-mixed">, at::nodes<4>, balanced, balanced>;
using training = at::pool<"train", at::system<"gke">, at::nodes<2>, at::gpus_of<at::H100_80GB, 8>>;
using lab = at::cluster<shared, training>;

int main() { std::printf("%d %d\n", at::serves<lab, at::H100_80GB>, at::serves<lab, at::A100::partition<"7g.40gb">>); }
