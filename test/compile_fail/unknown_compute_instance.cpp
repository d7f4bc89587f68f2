// SPDX-License-Identifier: BSL-1.0
// A compute instance with three slices. A GPU instance with four has those of one and of two.
// expect(gcc): 4g.20gb of A100 has no compute instance of 3 slices; it has 1c.4g.20gb, 2c.4g.20gb
// expect(clang): 4g.20gb of A100 has no compute
// expect(clang): instance of 3 slices; it has
// expect(clang): 1c.4g.20gb, 2c.4g.20gb
// expect(nvcc): this GPU instance has no compute instance of so many slices; the error lists those it has
// expect(nvcc): A100
// expect(nvcc): mig::_4g_20gb
// expect(nvcc): compute_instances_of_slices<1, 2>
// expect(nvcc): "3c.4g.20gb"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::A100::partition<"2c.4g.20gb">;
#else
using wanted = at::A100::partition<"3c.4g.20gb">;  // here
#endif
