// SPDX-License-Identifier: BSL-1.0
// NVLink's multicast is for whole GPUs.
// expect: NVLS, NVSHMEM over NVLink and MNNVL are for whole NVIDIA GPUs
// expect: 3g_40gb
#include <allotype/allotype.hpp>
namespace at = allotype;

using whole = at::H100_80GB::unpartitioned;
#ifdef TWIN
static_assert(at::check_nvls<whole, whole>);
#else
static_assert(at::check_nvls<at::H100_80GB::partition_3g_40gb, at::H100_80GB::partition_3g_40gb>);  // here
#endif
