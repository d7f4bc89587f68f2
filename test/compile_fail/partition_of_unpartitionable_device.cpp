// SPDX-License-Identifier: BSL-1.0
// A partition of an L4, which has none.
// expect(gcc): L4 has no partitions: ask for the device itself
// expect(clang): L4 has no partitions: ask for
// expect(clang): the device itself
// expect(nvcc): this device has no partitions: ask for the device itself
// expect(nvcc): L4
// expect(nvcc): "1g.5gb"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::A30::partition<"1g.6gb">;
#else
using wanted = at::L4::partition<"1g.5gb">;  // here
#endif
