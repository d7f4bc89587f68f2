// SPDX-License-Identifier: BSL-1.0
// A cluster of layouts in place of pools. What it is asked has no second error.
// expect: cluster<...> takes pools: pool<"lab", system<"kubernetes-mixed">, nodes<4>, layout<A100, "3g.20gb">>
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

using halves = at::layout<at::A100, "3g.20gb", "3g.20gb">;
#ifdef TWIN
using lab = at::cluster<at::pool<"lab", at::system<"kubernetes-mixed">, halves>>;
#else
using lab = at::cluster<halves>;  // here
#endif
static_assert(at::serves<lab, at::A100::partition<"3g.20gb">>);
static_assert(at::check_serves_together<lab, at::A100::partition<"3g.20gb">>);
static_assert(at::selects_only<lab, at::A100::partition<"3g.20gb">>);
