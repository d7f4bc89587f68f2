// SPDX-License-Identifier: BSL-1.0
// A struct of 8 bytes that may begin at any multiple of 4.
// expect: atomic: the struct's alignment is less than its size, so it may cross a word: write struct alignas(8), or alignas(4) for one of 4 bytes
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
struct alignas(8) best {
#else
struct best {
#endif
  float distance;
  int index;
};
struct keep {
  at::view<best, 1, at::cpu> nearest;
  ALLOTYPE_FN void operator()(int) const {
    at::atomic(nearest(0)).store({});  // here
  }
};
void go(at::queue<at::cpu>& on, keep kernel) { at::for_each(on, at::extents{4}, kernel); }
