// SPDX-License-Identifier: BSL-1.0
// A mode that the rule allows and the driver refuses.
// expect(gcc): QPX/NPS2 on MI300X: the driver never allows these two modes together on this device
// expect(clang): QPX/NPS2 on MI300X: the driver
// expect(clang): never allows these two modes
// expect(clang): together on this device
// expect(nvcc): the driver never allows these two modes together on this device
// expect(nvcc): MI300X
// expect(nvcc): "QPX/NPS2"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::MI300X::partition<"QPX/NPS4">;
#else
using wanted = at::MI300X::partition<"QPX/NPS2">;  // here
#endif
