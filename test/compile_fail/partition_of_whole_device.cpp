// SPDX-License-Identifier: BSL-1.0
// A partition of a device that was asked for as a whole.
// expect: this is part of a device and has no partitions: ask the device, which has these
// expect: unpartitioned<
// expect: A100
// expect: "1g.5gb"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::A100::partition<"1g.5gb">;
#else
using wanted = at::A100::unpartitioned::partition<"1g.5gb">;  // here
#endif
