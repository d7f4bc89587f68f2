// SPDX-License-Identifier: BSL-1.0
// All layouts of a board whose places are not published.
// expect: the places of instances on this GPU are not published
// expect: THOR
#include <allotype/allotype.hpp>
#include <allotype/cluster/layouts/layouts_of.hpp>
namespace at = allotype;

#ifdef TWIN
using every_one = at::layouts_of<at::A30>;
#else
using every_one = at::layouts_of<at::THOR>;  // here
#endif

// Uses of them bring no second error.
static_assert(every_one::size >= every_one::maximal && every_one::multisets >= 0);
int largest() {
  int instances = 0;
  for (int i = 0; i < every_one::size; ++i) {
    if (every_one::at(i).size() > instances) instances = every_one::at(i).size();
  }
  return instances;
}
