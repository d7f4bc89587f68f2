// SPDX-License-Identifier: BSL-1.0
// A negative count other than -1.
// expect: a count is 1 or more; only -1 means all
// expect: "-2"
#include <allotype/devices/device_selection.hpp>
namespace at = allotype;

#ifdef TWIN
at::device_choice wanted() { return "2"; }
#else
at::device_choice wanted() { return "-2"; }  // here
#endif
