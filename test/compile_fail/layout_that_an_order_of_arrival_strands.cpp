// SPDX-License-Identifier: BSL-1.0
// Instances that come one after the other, each at the lowest free start.
// expect: strand the last one, though all of the layout fit
// expect: strands_the_last_of
// expect: mig::_1g_5gb
// expect: mig::_4g_20gb
// expect: safe_after
// computed: on A100, the last of these finds no place if they arrive in this order, though all fit: 1g.5gb,
// computed: 4g.20gb. Start 4g.20gb first, the others in any order; or create the layout beforehand
#include <allotype/catalog/nvidia.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::check_arrival_safe<at::layout<at::A100, "3g.20gb", "3g.20gb">>);
#else
static_assert(at::check_arrival_safe<at::layout<at::A100, "4g.20gb", "1g.5gb">>);  // here
#endif
