// SPDX-License-Identifier: BSL-1.0
// A mode about which sources disagree. The spelling must say so.
// expect(gcc): DPX/NPS1 on MI300A: the sources disagree on this mode: write partition_although_disputed<
// expect(gcc): DPX/NPS1 on MI300A: the sources disagree on this mode: write partition_although_disputed<\"DPX/NPS1\">
// expect(clang): DPX/NPS1 on MI300A: the sources
// expect(clang): disagree on this mode: write
// expect(clang): partition_although_disputed<\"DP
// expect(clang): X/NPS1\">
// expect(nvcc): the sources disagree on this mode: write partition_although_disputed<...>
// expect(nvcc): MI300A
// expect(nvcc): "DPX/NPS1"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::MI300A::partition_although_disputed<"DPX/NPS1">;
#else
using wanted = at::MI300A::partition<"DPX/NPS1">;  // here
#endif
