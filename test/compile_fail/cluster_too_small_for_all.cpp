// SPDX-License-Identifier: BSL-1.0
// Three of a partition that the pool has twice.
// expect: these tasks do not fit on the cluster at the same time
// expect: replicas<
// computed: these tasks do not fit on the cluster at the same time: 3 times A100 2g.10gb finds no place; what could
// computed: serve it: pool 'small' with A100 3g.20gb, A100 2g.10gb, A100 1g.5gb on each of 2 nodes
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

using slices = at::pool<"small", at::system<"kubernetes-mixed">, at::nodes<2>,
                        at::layout<at::A100, "3g.20gb", "2g.10gb", "1g.5gb">>;
using wanted = at::A100::partition<"2g.10gb">;
#ifdef TWIN
inline constexpr int count = 2;
#else
inline constexpr int count = 3;
#endif
static_assert(at::check_serves_together<slices, at::replicas<wanted, count>>);  // here
