// SPDX-License-Identifier: BSL-1.0
// A compute instance with three slices. A GPU instance with four has those of one and of two.
// expect: this GPU instance has no compute instance of so many slices; the error lists those it has
// expect: A100
// expect: mig::_4g_20gb
// expect: compute_instances_of_slices<1, 2>
// expect: "3c.4g.20gb"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::A100::partition<"2c.4g.20gb">;
#else
using wanted = at::A100::partition<"3c.4g.20gb">;  // here
#endif
