// SPDX-License-Identifier: BSL-1.0
// Peer-to-peer access between MIG slices.
// expect: peer-to-peer: a MIG slice cannot reach other memory
// expect: NVIDIA MIG User Guide
// expect: 2g_12gb
// expect: A30
#include <allotype/allotype.hpp>
#include <allotype/plan/communication.hpp>
namespace at = allotype;

using whole = at::A30::unpartitioned;
#ifdef TWIN
static_assert(at::check_link<at::link_kind::peer, whole, whole>);
#else
static_assert(at::check_link<at::link_kind::peer, at::A30::partition_2g_12gb, at::A30::partition_2g_12gb>);  // here
#endif
