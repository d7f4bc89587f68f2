// SPDX-License-Identifier: BSL-1.0
// A UUID with a character that is not a hexadecimal digit. The error has its position.
// expect: write a count, indices with commas, all, auto or a UUID
// expect: "GPU-89x2"
// expect: wrong_character<6>
#include <allotype/devices/device_selection.hpp>
namespace at = allotype;

#ifdef TWIN
at::device_choice wanted() { return "GPU-8952"; }
#else
at::device_choice wanted() { return "GPU-89x2"; }  // here
#endif
