// SPDX-License-Identifier: BSL-1.0
// The spelling for disputed modes does not accept names that are no modes.
// expect: this device has no such modes; the error lists the valid ones
// expect: MI300A
// expect: "QPX/NPS1"
// expect: amd_compute_mode::TPX
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::MI300A::partition_although_disputed<"DPX/NPS1">;
#else
using wanted = at::MI300A::partition_although_disputed<"QPX/NPS1">;  // here
#endif
