// SPDX-License-Identifier: BSL-1.0
// NVLink multicast between slices; it connects whole GPUs.
// expect: NVLS, NVSHMEM over NVLink and MNNVL are for whole NVIDIA GPUs
// expect: 2g_12gb
#include <allotype/allotype.hpp>
#include <allotype/plan/communication.hpp>
namespace at = allotype;

using whole = at::A30::unpartitioned;
#ifdef TWIN
static_assert(at::check_link<at::link_kind::nvls, whole, whole>);
#else
static_assert(at::check_link<at::link_kind::nvls, at::A30::partition_2g_12gb, at::A30::partition_2g_12gb>);  // here
#endif
