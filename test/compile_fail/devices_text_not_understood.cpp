// SPDX-License-Identifier: BSL-1.0
// A text for devices that says nothing: the error has the text and the place.
// expect: this_is_no_choice_of_devices__write_a_count_or_indices_with_commas_or_all_or_auto_or_a_UUID
// expect: "0,1;2"
// expect(gcc): Position = 3
// expect(clang): <3>
// expect(nvcc): Position=3
#include <allotype/devices/device_selection.hpp>
namespace at = allotype;

#ifdef TWIN
at::device_choice wanted() { return "0,1,2"; }
#else
at::device_choice wanted() { return "0,1;2"; }  // here
#endif
