// SPDX-License-Identifier: BSL-1.0
// A partition of a partition.
// expect: this is part of a device and has no partitions: ask the device, which has these
// expect: A100
// expect: mig::_2g_10gb
// expect: "1g.5gb"
// expect: mig::_7g_40gb
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::A100::partition<"1g.5gb">;
#else
using wanted = at::A100::partition_2g_10gb::partition<"1g.5gb">;  // here
#endif
