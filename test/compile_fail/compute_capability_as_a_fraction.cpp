// SPDX-License-Identifier: BSL-1.0
// A compute capability as NVIDIA's tables write it, 8.9.
// expect(gcc): compute_capability<8.9>: it has two numbers: write compute_capability<8, 9>
// expect(clang): compute_capability<8.9>: it has
// expect(nvcc): write_two_numbers_as_in_compute_capability_8_0
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::needs<at::compute_capability<8, 9>>;
#else
using wanted = at::needs<at::compute_capability<8.9>>;  // here
#endif
static_assert(at::meets<at::L4, wanted>);
