// SPDX-License-Identifier: BSL-1.0
// A layout on a TPU. Layouts are of MIG instances.
// expect: layouts are of MIG instances, and this device has none
// expect: V5E
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using together = at::layout<at::A30, "2g.12gb">;
#else
using together = at::layout<at::V5E, "2x2">;  // here
#endif
