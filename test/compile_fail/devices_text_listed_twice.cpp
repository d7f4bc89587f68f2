// SPDX-License-Identifier: BSL-1.0
// A text that lists a device twice.
// expect: a device is listed twice
// expect: "3,1,3"
#include <allotype/devices/device_selection.hpp>
namespace at = allotype;

#ifdef TWIN
at::device_choice wanted() { return "3,1"; }
#else
at::device_choice wanted() { return "3,1,3"; }  // here
#endif
