// SPDX-License-Identifier: BSL-1.0
// Two ranks on slices of one GPU with an NCCL version that refuses them.
// expect: NCCL before 2.30 refuses two ranks on one GPU
// expect: NVIDIA/nccl#418
// expect: 2g_12gb
// expect: 29
#include <allotype/allotype.hpp>
#include <allotype/plan/communication.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::check_link<at::nccl{2, 32}, at::A30::partition_2g_12gb, at::A30::partition_2g_12gb>);
#else
static_assert(at::check_link<at::nccl{2, 29}, at::A30::partition_2g_12gb, at::A30::partition_2g_12gb>);  // here
#endif
