// SPDX-License-Identifier: BSL-1.0
// A mode about which sources disagree. The spelling must say so.
// expect: the sources disagree on this mode: write partition_although_disputed<...>
// expect: MI300A
// expect: "DPX/NPS1"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::MI300A::partition_although_disputed<"DPX/NPS1">;
#else
using wanted = at::MI300A::partition<"DPX/NPS1">;  // here
#endif
