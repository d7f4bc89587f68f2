// SPDX-License-Identifier: BSL-1.0
// A layout that is asked what only a cluster can be.
// only: gcc clang
// expect: the_first_argument_is_a_pool_or_a_cluster_of_pools
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

using shared = at::pool<"shared", at::system<"kubernetes-mixed">, at::nodes<2>, at::layout<at::A100, "3g.20gb">>;
using lab = at::cluster<shared>;
using halves = at::layout<at::A100, "3g.20gb", "3g.20gb">;
#ifdef TWIN
static_assert(at::serves<lab, at::A100::partition<"3g.20gb">>);
#else
static_assert(at::serves<halves, at::A100::partition<"3g.20gb">>);  // here
#endif
