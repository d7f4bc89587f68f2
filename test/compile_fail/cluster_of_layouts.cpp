// SPDX-License-Identifier: BSL-1.0
// A cluster of layouts in place of pools: the name of the rule is the sentence, as nothing but a concept was asked.
// only: gcc clang
// expect: the_first_argument_is_a_pool_or_a_cluster_of_pools
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

using halves = at::layout<at::A100, "3g.20gb", "3g.20gb">;
#ifdef TWIN
using lab = at::cluster<at::pool<"lab", at::system<"kubernetes-mixed">, halves>>;
#else
using lab = at::cluster<halves>;
#endif
static_assert(at::serves<lab, at::A100::partition<"3g.20gb">>);  // here
