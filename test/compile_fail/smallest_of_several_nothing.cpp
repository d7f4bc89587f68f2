// SPDX-License-Identifier: BSL-1.0
// Needs that no device of the list meets. The error names the nearest, the H100.
// expect: smallest: neither a partition of this device nor all of it meets the needs
// expect: closest_offer<
// expect: H100_80GB
// expect: asked_MiB<102400>
// expect: offered_MiB<81559>
// computed: smallest: nothing that A100, H100_80GB, L4 can be had as meets the needs; the closest is H100_80GB
// computed: unpartitioned, which lacks memory 100 GiB (it has 81559 MiB)
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

using devices = at::list<at::A100, at::H100_80GB, at::L4>;
#ifdef TWIN
using place = at::smallest<devices, at::needs<at::sm_count<100>, at::fp8, at::memory<60_GiB>>>;
#else
using place = at::smallest<devices, at::needs<at::sm_count<100>, at::fp8, at::memory<100_GiB>>>;  // here
#endif
static_assert(at::accelerator<place>);
