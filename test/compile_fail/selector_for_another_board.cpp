// SPDX-License-Identifier: BSL-1.0
// Nodes that are not selected by their board: another board has a partition of the same name.
// expect: would also be met by another device
// expect: also_met<
// expect(gcc): H100_80GB 1g.10gb
// computed: the request to pool 'older' for A100_80GB 1g.10gb would also be met by H100_80GB 1g.10gb of pool
// computed: 'newer': select the board, or give the nodes names that differ
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

using newer = at::pool<"newer", at::system<"kubernetes-mixed">, at::layout<at::H100_80GB, "1g.10gb">>;
using slice = at::layout<at::A100_80GB, "1g.10gb">;
#ifdef TWIN
using older = at::pool<"older", at::system<"kubernetes-mixed">, slice>;
#else
using older = at::pool<"older", at::system<"kubernetes-mixed">, slice, at::setting<"selects-product", "false">>;
#endif
static_assert(at::check_selects_only<at::cluster<older, newer>, at::A100_80GB::partition<"1g.10gb">>);  // here
