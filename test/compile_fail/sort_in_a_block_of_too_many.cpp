// SPDX-License-Identifier: BSL-1.0
// A sort in a block of more elements than its static shared memory holds.
// expect: sort<Most>(block, n, keys): the block keeps Most keys or values in static shared memory of 48 KiB at most
#include <allotype/block_sort.hpp>
namespace at = allotype;

#ifdef TWIN
using key = int;
#else
using key = double;
#endif
inline void sorted(at::block_of<at::cpu, at::grid<at::threads_per_block<128>>> const& block, key* keys) {
  at::sort<10000>(block, 50, keys);  // here
}
