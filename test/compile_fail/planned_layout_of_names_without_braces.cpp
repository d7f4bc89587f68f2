// SPDX-License-Identifier: BSL-1.0
// Names one by one in place of a list.
// expect: plan_layout: the names are one list: plan_layout<A100>({"3g.20gb", "2g.10gb"})
#include <allotype/allotype.hpp>
#include <allotype/cluster/layouts.hpp>
namespace at = allotype;

int instances() {
#ifdef TWIN
  auto const planned = at::plan_layout<at::A100>({"3g.20gb", "2g.10gb"});
#else
  auto const planned = at::plan_layout<at::A100>("3g.20gb", "2g.10gb");  // here
#endif
  return static_cast<int>(planned.placements.size());
}
