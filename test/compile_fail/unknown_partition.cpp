// SPDX-License-Identifier: BSL-1.0
// A profile that the board does not offer.
// expect(gcc): A100 has no partition
// expect(gcc): A100 has no partition \"2g.40gb\"; it has 1g.5gb, 1g.5gb+me, 1g.10gb, 2g.10gb, 3g.20gb, 4g.20gb, 7g.40gb
// expect(clang): A100 has no partition
// expect(clang): \"2g.40gb\"; it has 1g.5gb,
// expect(clang): 1g.5gb+me, 1g.10gb, 2g.10gb,
// expect(clang): 3g.20gb, 4g.20gb, 7g.40gb
// expect(nvcc): this device has no such partition; the error lists those it has
// expect(nvcc): A100
// expect(nvcc): "2g.40gb"
// expect(nvcc): mig::_1g_5gb
// expect(nvcc): mig::_7g_40gb
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::A100::partition<"2g.10gb">;
#else
using wanted = at::A100::partition<"2g.40gb">;  // here
#endif
wanted* used;  // compilers go on with a partition that the device has
