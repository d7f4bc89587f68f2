// SPDX-License-Identifier: BSL-1.0
// only: gcc clang
// A concept that says no: more threads than a block can have.
// expect: blocks_are_within_the_limits_of_an_accelerator
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::takes_blocks_of<at::H100_80GB, at::grid<at::threads_per_block<1024>>>);
#else
static_assert(at::takes_blocks_of<at::H100_80GB, at::grid<at::threads_per_block<2048>>>);  // here
#endif
