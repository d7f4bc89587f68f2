// SPDX-License-Identifier: BSL-1.0
// A grid of rows and columns of blocks.
// expect: grid<...>{...}: the numbers are the blocks, then the threads where the options have
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
inline constexpr at::grid<at::threads_per_block<at::at_most<256>>> blocks{4, 64};
#else
inline constexpr at::grid<at::threads_per_block<64>> blocks{4, 4};  // here
#endif
