// SPDX-License-Identifier: BSL-1.0
// A compute capability as a compiler's option has it, sm_80.
// expect(gcc): compute_capability<80>: it has two numbers: write compute_capability<8, 0>
// expect(clang): compute_capability<80>: it has
// expect(nvcc): write_two_numbers_as_in_compute_capability_8_0
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::needs<at::compute_capability<8, 0>>;
#else
using wanted = at::needs<at::compute_capability<80>>;  // here
#endif

// Uses of it bring no second error.
static_assert(at::meets<at::A100, wanted>);
