// SPDX-License-Identifier: BSL-1.0
// Two slices in one process with a driver that shows it one.
// expect: one process uses one MIG slice and no other GPU before driver R570 and CUDA 12
// expect: 2g_12gb
// expect: 535
#include <allotype/allotype.hpp>
namespace at = allotype;
using both = at::list<at::A30::partition_2g_12gb, at::A30::partition_2g_12gb>;
#ifdef TWIN
static_assert(at::check_share_process<both, at::driver::R570>);
#else
static_assert(at::check_share_process<both, at::driver::R535>);  // here
#endif
