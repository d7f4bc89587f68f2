// SPDX-License-Identifier: BSL-1.0
// A choice of 0 devices.
// expect: no device is asked for: write 1 or more, or all
// expect: "00"
#include <allotype/devices/device_selection.hpp>
namespace at = allotype;

#ifdef TWIN
at::device_choice wanted() { return "1"; }
#else
at::device_choice wanted() { return "00"; }  // here
#endif
