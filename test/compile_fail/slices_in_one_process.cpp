// SPDX-License-Identifier: BSL-1.0
// Two slices in one process with a driver that shows it one.
// expect: one process uses one MIG slice and no other GPU before driver R570 and CUDA 12
// expect: 2g_12gb
// expect: 535
#include <allotype/allotype.hpp>
#include <allotype/plan/communication.hpp>
namespace at = allotype;
using at::A30, at::check_share_process, at::list;
#ifdef TWIN
static_assert(check_share_process<list<A30::partition_2g_12gb, A30::partition_2g_12gb>, at::driver::R570>);
#else
static_assert(check_share_process<list<A30::partition_2g_12gb, A30::partition_2g_12gb>, at::driver::R535>);  // here
#endif
