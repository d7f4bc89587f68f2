// SPDX-License-Identifier: BSL-1.0
// A UUID that goes on with what is no digit: the error has the place.
// expect: this_is_no_choice_of_devices__write_a_count_or_indices_with_commas_or_all_or_auto_or_a_UUID
// expect: "GPU-89x2"
// expect(gcc): Position = 6
// expect(clang): <6>
// expect(nvcc): Position=6
#include <allotype/devices/device_selection.hpp>
namespace at = allotype;

#ifdef TWIN
at::device_choice wanted() { return "GPU-8952"; }
#else
at::device_choice wanted() { return "GPU-89x2"; }  // here
#endif
