// SPDX-License-Identifier: BSL-1.0
// No device at all.
// expect: no_device_is_asked_for__write_1_or_more_or_all
// expect: "00"
#include <allotype/devices/device_selection.hpp>
namespace at = allotype;

#ifdef TWIN
at::device_choice wanted() { return "1"; }
#else
at::device_choice wanted() { return "00"; }  // here
#endif
