// SPDX-License-Identifier: BSL-1.0
// A sort in a block whose number of threads is known while the program runs.
// expect: sort<Most>(block, n, keys): the first argument is the block that launch passes to its kernel, of a constant number
#include <allotype/block_sort.hpp>
namespace at = allotype;

#ifdef TWIN
using blocks = at::grid<at::threads_per_block<128>>;
#else
using blocks = at::grid<at::threads_per_block<at::at_most<128>>>;
#endif
inline void sorted(at::block_of<at::cpu, blocks> const& block, int* keys) {
  at::sort<100>(block, 50, keys);  // here
}
