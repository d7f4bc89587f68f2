// SPDX-License-Identifier: BSL-1.0
// MIG slices have no peer-to-peer.
// expect: peer-to-peer: a MIG slice reaches no other memory
// expect: NVIDIA MIG User Guide
// expect: 3g_40gb
// expect: H100
#include <allotype/allotype.hpp>
namespace at = allotype;

using whole = at::H100_80GB::unpartitioned;
#ifdef TWIN
static_assert(at::check_peer<whole, whole>);
#else
static_assert(at::check_peer<at::H100_80GB::partition_3g_40gb, at::H100_80GB::partition_3g_40gb>);  // here
#endif
