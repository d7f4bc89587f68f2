// SPDX-License-Identifier: BSL-1.0
// A text that is not a choice of devices. The error has the text and the position.
// expect: write a count, indices with commas, all, auto or a UUID
// expect: "0,1;2"
// expect: wrong_character<3>
#include <allotype/devices/device_selection.hpp>
namespace at = allotype;

#ifdef TWIN
at::device_choice wanted() { return "0,1,2"; }
#else
at::device_choice wanted() { return "0,1;2"; }  // here
#endif
