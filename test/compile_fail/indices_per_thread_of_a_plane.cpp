// SPDX-License-Identifier: BSL-1.0
// Several indices a thread of a range of two dimensions.
// expect: for_each: indices_per_thread<N> is for ranges of one dimension
#include <allotype/allotype.hpp>
namespace at = allotype;

struct nothing {
  ALLOTYPE_FN void operator()(int, int) const {}
};

void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::for_each(on, at::extents{100, 100}, nothing{});
#else
  at::for_each(on, at::extents{100, 100}, nothing{}, at::indices_per_thread<4>{});  // here
#endif
}
