// SPDX-License-Identifier: BSL-1.0
// The spelling names a status, and the mode has another one.
// expect(gcc): CPX/NPS4 on MI300A: only the Linux driver lists this mode: write partition_although_kernel_mask_only<
// expect(gcc): CPX/NPS4 on MI300A: only the Linux driver lists this mode: write partition_although_kernel_mask_only<\"CPX/NPS4\">
// expect(clang): CPX/NPS4 on MI300A: only the
// expect(clang): Linux driver lists this mode:
// expect(clang): write
// expect(clang): partition_although_kernel_mask_
// expect(clang): only<\"CPX/NPS4\">
// expect(nvcc): only the Linux driver lists this mode: write partition_although_kernel_mask_only<...>
// expect(nvcc): MI300A
// expect(nvcc): "CPX/NPS4"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::MI300A::partition_although_kernel_mask_only<"CPX/NPS4">;
#else
using wanted = at::MI300A::partition_although_disputed<"CPX/NPS4">;  // here
#endif
