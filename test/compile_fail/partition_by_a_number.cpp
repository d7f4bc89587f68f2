// SPDX-License-Identifier: BSL-1.0
// A partition by a number, as if it were an index.
// expect(gcc): A100 has no partition
// expect(gcc): \"2\"; it has 1g.5gb, 1g.5gb+me, 1g.10gb, 2g.10gb, 3g.20gb, 4g.20gb, 7g.40gb
// expect(clang): A100 has no partition
// expect(nvcc): this device has no such partition; the error lists those it has
// expect(nvcc): A100
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using part = at::A100::partition<"2g.10gb">;
#else
using part = at::A100::partition<2>;  // here
#endif
inline constexpr part* none = nullptr;
