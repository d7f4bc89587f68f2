// SPDX-License-Identifier: BSL-1.0
// A layout on a TPU. Layouts are of MIG instances.
// expect(gcc): V5E has no MIG instances, and layouts are of those
// expect(clang): V5E has no MIG instances, and
// expect(clang): layouts are of those
// expect(nvcc): layouts are of MIG instances, and this device has none
// expect(nvcc): V5E
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using together = at::layout<at::A30, "2g.12gb">;
#else
using together = at::layout<at::V5E, "2x2">;  // here
#endif
