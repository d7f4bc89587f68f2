// SPDX-License-Identifier: BSL-1.0
// A GPU instance with four compute slices has compute instances of one and two of them, and none of three.
// expect: no_such_compute_instance__the_gpu_instance_has_those_of_so_many_slices
// expect: A100
// expect: mig::_4g_20gb
// expect(gcc): {1, 2}
// expect(clang): 1, 2>
// expect(nvcc): <1, 2>
// expect: "3c.4g.20gb"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::A100::partition<"2c.4g.20gb">;
#else
using wanted = at::A100::partition<"3c.4g.20gb">;  // here
#endif
