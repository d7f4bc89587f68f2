// SPDX-License-Identifier: BSL-1.0
// A truth value as a number of devices.
// expect: device_choice
// expect: bool
// expect: delete
#include <allotype/devices/device_selection.hpp>
namespace at = allotype;

#ifdef TWIN
at::device_choice wanted() { return 1; }
#else
at::device_choice wanted() { return true; }  // here
#endif
