// SPDX-License-Identifier: BSL-1.0
// Before R510 a driver places no 4g beside a 3g.
// expect: a driver before R510 places no 4g beside a 3g
// expect: A100
// expect: mig::_3g_20gb
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using together = at::layout<at::A100, "4g.20gb", "3g.20gb">;
#else
using together = at::layout_under<at::placement_rules{.version = at::driver::R470}, at::A100, "4g.20gb", "3g.20gb">;  // here
#endif
