// SPDX-License-Identifier: BSL-1.0
// The numbers of devices between braces.
// expect: the_numbers_of_devices_are_one_text_such_as_0_1
#include <allotype/devices.hpp>
namespace at = allotype;

int count(at::device_choice const&);
#ifdef TWIN
int both() { return count({"0,1"}); }
#else
int both() { return count({0, 1}); }  // here
#endif
