// SPDX-License-Identifier: BSL-1.0
// A sort in a block of at most no elements.
// expect: sort<Most>(block, n, keys): Most is the largest n, a constant above 0
#include <allotype/block_sort.hpp>
namespace at = allotype;

#ifdef TWIN
constexpr int most = 100;
#else
constexpr int most = 0;
#endif
inline void sorted(at::block_of<at::cpu, at::grid<at::threads_per_block<128>>> const& block, int* keys) {
  at::sort<most>(block, 50, keys);  // here
}
