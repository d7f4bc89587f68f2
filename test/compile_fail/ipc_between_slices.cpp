// SPDX-License-Identifier: BSL-1.0
// CUDA IPC between two GPU instances.
// expect: CUDA IPC works between compute instances of one MIG GPU instance, not between GPU instances
// expect: NVIDIA MIG User Guide
// expect: 2g_12gb
#include <allotype/allotype.hpp>
#include <allotype/plan/communication.hpp>
namespace at = allotype;

using whole = at::A30::unpartitioned;
#ifdef TWIN
static_assert(at::check_link<at::link_kind::ipc, whole, whole>);
#else
static_assert(at::check_link<at::link_kind::ipc, at::A30::partition_2g_12gb, whole>);  // here
#endif
