// SPDX-License-Identifier: BSL-1.0
// A sort in a block whose threads are no power of two.
// expect: sort<Most>(block, n, keys): the threads of the block are a power of two, such as 128 or 256
#include <allotype/block_sort.hpp>
namespace at = allotype;

#ifdef TWIN
using blocks = at::grid<at::threads_per_block<128>>;
#else
using blocks = at::grid<at::threads_per_block<96>>;
#endif
inline void sorted(at::block_of<at::cpu, blocks> const& block, int* keys) {
  at::sort<100>(block, 50, keys);  // here
}
