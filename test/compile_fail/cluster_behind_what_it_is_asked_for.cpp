// SPDX-License-Identifier: BSL-1.0
// A question to a cluster whose arguments are in another order.
// expect: the first argument is a cluster or a pool, and what is asked for follows
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

using large = at::A100::partition<"3g.20gb">;
using lab = at::cluster<at::pool<"lab", at::system<"kubernetes-mixed">, at::layout<at::A100, "3g.20gb", "3g.20gb">>>;
#ifdef TWIN
static_assert(at::check_serves_together<lab, large>);
#else
static_assert(at::check_serves_together<large, lab>);  // here
#endif
