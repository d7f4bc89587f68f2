// SPDX-License-Identifier: BSL-1.0
// Threads that are known while running, in clusters.
// expect: threads_per_block<at_most<N>> is not for clusters and cooperative grids: write threads_per_block<N>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
inline constexpr at::grid<at::threads_per_block<64>, at::blocks_per_cluster<2>> blocks{4};
#else
inline constexpr at::grid<at::threads_per_block<at::at_most<64>>, at::blocks_per_cluster<2>> blocks{4, 64};  // here
#endif
