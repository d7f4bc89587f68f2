// SPDX-License-Identifier: BSL-1.0
// An index below 0 in a list.
// expect: indices_start_at_0__only_minus_1_alone_means_all
// expect: "0,-1"
#include <allotype/devices/device_selection.hpp>
namespace at = allotype;

#ifdef TWIN
at::device_choice wanted() { return "-1"; }
#else
at::device_choice wanted() { return "0,-1"; }  // here
#endif
