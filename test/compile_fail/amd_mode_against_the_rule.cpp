// SPDX-License-Identifier: BSL-1.0
// More memory partitions than compute partitions.
// expect: a mode has at most as many memory partitions as compute partitions
// expect: MI300X
// expect: 2
// expect: 4
// expect: "DPX/NPS4"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::MI300X::partition<"DPX/NPS2">;
#else
using wanted = at::MI300X::partition<"DPX/NPS4">;  // here
#endif
