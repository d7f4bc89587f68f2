// SPDX-License-Identifier: BSL-1.0
// The opt-in names a status, and the mode has another.
// expect: the_status_of_this_mode_is_not_the_one_that_is_spelt
// expect: MI300A
// expect: amd_mode_status::kernel_mask_only
// expect: amd_mode_status::disputed
// expect: "CPX/NPS4"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::MI300A::partition_although_kernel_mask_only<"CPX/NPS4">;
#else
using wanted = at::MI300A::partition_although_disputed<"CPX/NPS4">;  // here
#endif
