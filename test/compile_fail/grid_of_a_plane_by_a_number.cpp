// SPDX-License-Identifier: BSL-1.0
// A number of blocks for blocks that are planes.
// expect: where these have threads_per_block<N, M>, blocks and threads are at::extents{rows, columns}
#include <allotype/allotype.hpp>
namespace at = allotype;

using planes = at::grid<at::threads_per_block<8, 8>>;
#ifdef TWIN
planes four() { return planes{at::extents{2, 2}}; }
#else
planes four() { return planes{4}; }  // here
#endif
