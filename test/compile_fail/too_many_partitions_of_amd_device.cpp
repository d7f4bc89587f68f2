// SPDX-License-Identifier: BSL-1.0
// The mode says how many partitions there are.
// expect: more partitions are asked of one AMD device than the mode makes of it
// expect(gcc): amd_layout_counts<3, 2>
// expect(clang): amd_layout_counts<3, 2>
// expect(nvcc): Asked=3, InTheMode=2
#include <allotype/allotype.hpp>
#include <allotype/plan/amd_layout.hpp>
namespace at = allotype;

using half = at::MI300X::partition<"DPX/NPS1">;

#ifdef TWIN
using layout = at::amd_layout<at::MI300X, half, half>;
#else
using layout = at::amd_layout<at::MI300X, half, half, half>;  // here
#endif
