// SPDX-License-Identifier: BSL-1.0
// A partition of a partition.
// expect(gcc): 2g.10gb is part of A100 and has no partitions: ask A100, which has 1g.5gb, 1g.5gb+me, 1g.10gb, 2g.10gb, 3g.20gb, 4g.20gb, 7g.40gb
// expect(clang): 2g.10gb is part of A100 and has
// expect(clang): no partitions: ask A100, which
// expect(clang): has 1g.5gb, 1g.5gb+me, 1g.10gb,
// expect(clang): 2g.10gb, 3g.20gb, 4g.20gb,
// expect(clang): 7g.40gb
// expect(nvcc): this is part of a device and has no partitions: ask the device, which has these
// expect(nvcc): A100
// expect(nvcc): mig::_2g_10gb
// expect(nvcc): "1g.5gb"
// expect(nvcc): mig::_7g_40gb
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::A100::partition<"1g.5gb">;
#else
using wanted = at::A100::partition_2g_10gb::partition<"1g.5gb">;  // here
#endif
