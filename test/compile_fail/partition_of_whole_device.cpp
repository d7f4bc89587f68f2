// SPDX-License-Identifier: BSL-1.0
// A partition of a device that was asked for as a whole.
// expect(gcc): this device is part of A100 and has no partitions: ask A100, which has 1g.5gb, 1g.5gb+me, 1g.10gb, 2g.10gb, 3g.20gb, 4g.20gb, 7g.40gb
// expect(clang): this device is part of A100 and
// expect(clang): has no partitions: ask A100,
// expect(clang): which has 1g.5gb, 1g.5gb+me,
// expect(clang): 1g.10gb, 2g.10gb, 3g.20gb,
// expect(clang): 4g.20gb, 7g.40gb
// expect(nvcc): this is part of a device and has no partitions: ask the device, which has these
// expect(nvcc): unpartitioned<
// expect(nvcc): A100
// expect(nvcc): "1g.5gb"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::A100::partition<"1g.5gb">;
#else
using wanted = at::A100::unpartitioned::partition<"1g.5gb">;  // here
#endif
