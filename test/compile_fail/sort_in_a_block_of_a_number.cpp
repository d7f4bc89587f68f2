// SPDX-License-Identifier: BSL-1.0
// A sort in a block whose keys are no elements in memory.
// expect: sort<Most>(block, n, keys): keys and values are pointers, arrays, or views of one dimension whose elements are
#include <allotype/block_sort.hpp>
namespace at = allotype;

#ifdef TWIN
using elements = int*;
#else
using elements = int;
#endif
inline void sorted(at::block_of<at::cpu, at::grid<at::threads_per_block<128>>> const& block, elements keys) {
  at::sort<100>(block, 50, keys);  // here
}
