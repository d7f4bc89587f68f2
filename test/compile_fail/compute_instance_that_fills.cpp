// SPDX-License-Identifier: BSL-1.0
// A compute instance with all compute slices of its GPU instance: this is the GPU instance, which has one name.
// expect: a compute instance that fills its GPU instance has the GPU instance's name
// expect: A100
// expect: mig::_3g_20gb
// expect: "3c.3g.20gb"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::A100::partition<"3g.20gb">;
#else
using wanted = at::A100::partition<"3c.3g.20gb">;  // here
#endif
