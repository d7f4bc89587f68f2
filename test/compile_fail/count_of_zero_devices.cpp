// SPDX-License-Identifier: BSL-1.0
// A count of 0 devices, as a type.
// expect: count<N>: at least one device; write all for all there are
// expect(gcc): count<0>
// expect(clang): count<0>
// expect(nvcc): Count=0
#include <allotype/devices/device_selection.hpp>
namespace at = allotype;

#ifdef TWIN
at::device_choice wanted() { return at::count<1>{}; }
#else
at::device_choice wanted() { return at::count<0>{}; }  // here
#endif
