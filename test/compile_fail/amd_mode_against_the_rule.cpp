// SPDX-License-Identifier: BSL-1.0
// More memory partitions than compute partitions.
// expect(gcc): DPX/NPS4 on MI300X: a mode has at most as many memory partitions as compute partitions, and these are 4 and 2
// expect(clang): DPX/NPS4 on MI300X: a mode has
// expect(clang): at most as many memory
// expect(clang): partitions as compute
// expect(clang): partitions, and these are 4 and
// expect(clang): 2
// expect(nvcc): a mode has at most as many memory partitions as compute partitions
// expect(nvcc): MI300X
// expect(nvcc): 2
// expect(nvcc): 4
// expect(nvcc): "DPX/NPS4"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::MI300X::partition<"DPX/NPS2">;
#else
using wanted = at::MI300X::partition<"DPX/NPS4">;  // here
#endif
