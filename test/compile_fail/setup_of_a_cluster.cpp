// SPDX-License-Identifier: BSL-1.0
// Steps that set up a layout, in place of a pool with it.
// expect: provision: it sets up a pool or a cluster: provision<lab>()
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
namespace at = allotype;

using half = at::layout<at::A100, "3g.20gb">;
using shared = at::pool<"shared", at::system<"kubernetes-mixed">, at::nodes<2>, half>;
auto go() {
#ifdef TWIN
  return at::provision<shared>();
#else
  return at::provision<half>();  // here
#endif
}
