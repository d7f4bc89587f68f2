// SPDX-License-Identifier: BSL-1.0
// The spelling for disputed modes does not accept names that are no modes.
// expect(gcc): MI300A has no modes
// expect(gcc): MI300A has no modes \"QPX/NPS1\"; the valid ones are SPX/NPS1, TPX/NPS1, CPX/NPS1
// expect(clang): the valid ones are SPX/NPS1,
// expect(clang): MI300A has no modes \"QPX/NPS1\";
// expect(clang): TPX/NPS1, CPX/NPS1
// expect(nvcc): this device has no such modes; the error lists the valid ones
// expect(nvcc): MI300A
// expect(nvcc): "QPX/NPS1"
// expect(nvcc): amd_compute_mode::TPX
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::MI300A::partition_although_disputed<"DPX/NPS1">;
#else
using wanted = at::MI300A::partition_although_disputed<"QPX/NPS1">;  // here
#endif
