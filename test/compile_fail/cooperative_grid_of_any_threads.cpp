// SPDX-License-Identifier: BSL-1.0
// A cooperative grid whose number of threads is known while the program runs.
// expect: grid<...>: threads_per_block<at_most<N>> is not for clusters and cooperative grids: write threads_per_block<N>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using blocks = at::grid<at::threads_per_block<16>, at::cooperative>;
#else
using blocks = at::grid<at::threads_per_block<at::at_most<16>>, at::cooperative>;
#endif
inline constexpr int threads = blocks::threads;  // here
