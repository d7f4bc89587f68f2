// SPDX-License-Identifier: BSL-1.0
// A concept that is not met says why by its name.
// only: gcc clang
// expect: each_task_has_its_place_beside_the_others
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

using shared = at::pool<"shared", at::system<"kubernetes-mixed">, at::nodes<2>, at::layout<at::A100, "3g.20gb">>;
using lab = at::cluster<shared>;
using part = at::A100::partition<"3g.20gb">;
#ifdef TWIN
static_assert(at::serves_together<lab, at::replicas<part, 2>>);
#else
static_assert(at::serves_together<lab, at::replicas<part, 3>>);  // here
#endif
