// SPDX-License-Identifier: BSL-1.0
// Steps that set up a cluster, in place of one of its pools.
// expect: provision: it sets up one pool: call provision<shared>() for each pool of a cluster
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

using shared = at::pool<"shared", at::system<"kubernetes-mixed">, at::nodes<2>, at::layout<at::A100, "3g.20gb">>;
using lab = at::cluster<shared>;
auto go() {
#ifdef TWIN
  return at::provision<shared>();
#else
  return at::provision<lab>();  // here
#endif
}
