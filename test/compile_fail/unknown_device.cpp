// SPDX-License-Identifier: BSL-1.0
// A name that is far from all known names. The error still has the nearest one.
// expect: no device has this name; nearest<...> is the closest
// expect: "NVIDIA H100 80GB HBM2e"
// expect: H100_80GB
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::device_named<"NVIDIA H100 80GB HBM3">;
#else
using wanted = at::device_named<"NVIDIA H100 80GB HBM2e">;  // here
#endif
