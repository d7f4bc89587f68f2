// SPDX-License-Identifier: BSL-1.0
// The spelling names a status, and the mode has another one.
// expect: only the Linux driver lists this mode: write partition_although_kernel_mask_only<...>
// expect: MI300A
// expect: "CPX/NPS4"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::MI300A::partition_although_kernel_mask_only<"CPX/NPS4">;
#else
using wanted = at::MI300A::partition_although_disputed<"CPX/NPS4">;  // here
#endif
