// SPDX-License-Identifier: BSL-1.0
// A TPU's word for a part of a GPU.
// expect(gcc): A100 has partitions, and only TPUs have slices: write partition<
// expect(clang): A100 has partitions, and only
// expect(clang): TPUs have slices: write
// expect(nvcc): only TPUs have slices: write partition<...> for a part of this device
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using part = at::A100::partition<"2g.10gb">;
#else
using part = at::A100::slice<"2g.10gb">;  // here
#endif
