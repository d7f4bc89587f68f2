// SPDX-License-Identifier: BSL-1.0
// A device by its name.
// expect: plan_layout: the device is a type: plan_layout<A100>({"3g.20gb"}); with_accelerator calls a function with the type that a text names
#include <allotype/allotype.hpp>
#include <allotype/cluster/layouts.hpp>
namespace at = allotype;

int instances() {
#ifdef TWIN
  auto const planned = at::plan_layout<at::A100>({"3g.20gb", "2g.10gb"});
#else
  auto const planned = at::plan_layout("A100", {"3g.20gb", "2g.10gb"});  // here
#endif
  return static_cast<int>(planned.placements.size());
}
