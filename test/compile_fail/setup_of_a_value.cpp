// SPDX-License-Identifier: BSL-1.0
// A pool as a value.
// expect: provision: the pool is a type, and stands between brackets: provision<lab>()
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

using shared = at::pool<"shared", at::system<"kubernetes-mixed">, at::nodes<2>, at::layout<at::A100, "3g.20gb">>;
using lab = at::cluster<shared>;
auto go() {
#ifdef TWIN
  return at::provision<shared>();
#else
  return at::provision(shared{});  // here
#endif
}
