// SPDX-License-Identifier: BSL-1.0
// A count below 0 other than -1.
// expect: a_count_is_1_or_more__only_minus_1_means_all
// expect: "-2"
#include <allotype/devices/device_selection.hpp>
namespace at = allotype;

#ifdef TWIN
at::device_choice wanted() { return "2"; }
#else
at::device_choice wanted() { return "-2"; }  // here
#endif
