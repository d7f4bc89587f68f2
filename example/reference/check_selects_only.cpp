// SPDX-License-Identifier: BSL-1.0
// True where a request is met by the named device alone; else an error names the other one.
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;
using older = at::pool<"older", at::system<"kubernetes-mixed">, at::layout<at::A100_80GB, "1g.10gb">>;
using newer = at::pool<"newer", at::system<"kubernetes-mixed">, at::layout<at::H100_80GB, "1g.10gb">>;
using any_product = at::pool<"older", at::system<"kubernetes-mixed">, at::layout<at::A100_80GB, "1g.10gb">,
                             at::setting<"selects-product", "false">>;
using slice = at::A100_80GB::partition<"1g.10gb">;
static_assert(at::check_selects_only<at::cluster<older, newer>, slice>);

int main() { std::printf("without the product: %d\n", at::selects_only<at::cluster<any_product, newer>, slice>); }
