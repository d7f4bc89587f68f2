// SPDX-License-Identifier: BSL-1.0
// A negative index in a list.
// expect: indices start at 0; only -1 alone means all
// expect: "0,-1"
#include <allotype/devices/device_selection.hpp>
namespace at = allotype;

#ifdef TWIN
at::device_choice wanted() { return "-1"; }
#else
at::device_choice wanted() { return "0,-1"; }  // here
#endif
