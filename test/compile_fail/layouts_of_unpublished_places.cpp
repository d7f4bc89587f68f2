// SPDX-License-Identifier: BSL-1.0
// All layouts of a board for which nobody published places.
// expect: nobody published where instances may lie on this GPU
// expect: THOR
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using every_one = at::layouts_of<at::A30>;
#else
using every_one = at::layouts_of<at::THOR>;  // here
#endif
