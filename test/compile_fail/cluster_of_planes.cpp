// SPDX-License-Identifier: BSL-1.0
// A cluster of blocks that have two dimensions.
// expect: grid<...>: blocks of two or three dimensions are not for blocks<N>, clusters and cooperative grids
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using blocks = at::grid<at::threads_per_block<16>, at::blocks_per_cluster<2>>;
#else
using blocks = at::grid<at::threads_per_block<4, 4>, at::blocks_per_cluster<2>>;
#endif
inline constexpr int threads = blocks::threads;  // here
