// SPDX-License-Identifier: BSL-1.0
// Indices as a type, with one of them twice.
// expect: ids<...>: a device is listed twice
// expect(gcc): ids<0, 1, 0>
// expect(clang): ids<0, 1, 0>
// expect(nvcc): Index=<0, 1, 0>
#include <allotype/devices/device_selection.hpp>
namespace at = allotype;

#ifdef TWIN
at::device_choice wanted() { return at::ids<0, 1>{}; }
#else
at::device_choice wanted() { return at::ids<0, 1, 0>{}; }  // here
#endif
