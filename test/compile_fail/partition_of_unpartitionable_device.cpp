// SPDX-License-Identifier: BSL-1.0
// A partition of an L4, which has none.
// expect: this device has no partitions: ask for the device itself
// expect: L4
// expect: "1g.5gb"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::A30::partition<"1g.6gb">;
#else
using wanted = at::L4::partition<"1g.5gb">;  // here
#endif
