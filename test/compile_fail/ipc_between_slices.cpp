// SPDX-License-Identifier: BSL-1.0
// CUDA IPC does not cross GPU instances.
// expect: CUDA IPC works between compute instances of one MIG GPU instance, not between GPU instances
// expect: NVIDIA MIG User Guide
// expect: 3g_40gb
#include <allotype/allotype.hpp>
namespace at = allotype;

using whole = at::H100_80GB::unpartitioned;
#ifdef TWIN
static_assert(at::check_ipc<whole, whole>);
#else
static_assert(at::check_ipc<at::H100_80GB::partition_3g_40gb, whole>);  // here
#endif
