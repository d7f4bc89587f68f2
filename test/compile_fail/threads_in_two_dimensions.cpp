// SPDX-License-Identifier: BSL-1.0
// Threads of a block in rows and columns.
// expect: threads_per_block<N>: a block has one number of threads, 256 and not 16, 16; its kernel computes row and column
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
inline constexpr at::grid<at::threads_per_block<16 * 16>> blocks{4};
#else
inline constexpr at::grid<at::threads_per_block<16, 16>> blocks{4};  // here
#endif
