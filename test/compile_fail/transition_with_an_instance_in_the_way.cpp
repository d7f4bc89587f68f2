// SPDX-License-Identifier: BSL-1.0
// An instance that is in use is never destroyed.
// expect: is in use, so it is not destroyed, and beside it to_instances<...> have no places
// expect: in_the_way
// expect: mig::_1g_5gb
// computed: the instance 1g.5gb at 2 is in use, so it is not destroyed, and beside it there is no place for
// computed: 4g.20gb, 1g.5gb
#include <allotype/catalog/nvidia.hpp>
#include <allotype/cluster/provision/transition.hpp>
namespace at = allotype;

using now = at::layout<at::A100, at::at<"1g.5gb", 2>, at::at<"1g.5gb", 4>>;
using wanted = at::layout<at::A100, "4g.20gb", "1g.5gb">;
#ifdef TWIN
using change = at::transition<now, wanted, at::in_use<1>>;
#else
using change = at::transition<now, wanted, at::in_use<0>>;  // here
#endif

// Uses of the result bring no second error.
static_assert(change::destroyed <= 1 && change::layout::size == 2);
