// SPDX-License-Identifier: BSL-1.0
// A sort in a block by an order that takes one key.
// expect: sort<Most>(block, n, keys): the keys or values are const, or the order does not take two keys and return whether
#include <allotype/block_sort.hpp>
namespace at = allotype;

struct by_one {
#ifdef TWIN
  ALLOTYPE_FN bool operator()(int a, int b) const { return a > b; }
#else
  ALLOTYPE_FN bool operator()(int a) const { return a > 0; }
#endif
};
inline void sorted(at::block_of<at::cpu, at::grid<at::threads_per_block<128>>> const& block, int* keys) {
  at::sort<100>(block, 50, keys, by_one{});  // here
}
