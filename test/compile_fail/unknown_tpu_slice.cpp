// SPDX-License-Identifier: BSL-1.0
// A topology that is not offered.
// expect: this device has no such partition; the error lists those it has
// expect: V5E
// expect: "3x3"
// expect: topology<1, 1
// expect: topology<16, 16
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::V5E::slice<"2x2">;
#else
using wanted = at::V5E::slice<"3x3">;  // here
#endif
