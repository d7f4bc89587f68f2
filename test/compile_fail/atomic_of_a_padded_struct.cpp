// SPDX-License-Identifier: BSL-1.0
// A struct with three bytes that belong to no member.
// only: gcc clang
// expect: atomic: the struct has padding, whose bits nobody sets and compare_exchange compares: make its members fill its size
#include <allotype/allotype.hpp>
namespace at = allotype;

struct alignas(8) best {
  float distance;
#ifdef TWIN
  int index;
#else
  char index;
#endif
};
struct keep {
  at::view<best, 1, at::cpu> nearest;
  ALLOTYPE_FN void operator()(int) const {
    at::atomic(nearest(0)).store({});  // here
  }
};
void go(at::queue<at::cpu>& on, keep kernel) { at::for_each(on, at::extents{4}, kernel); }
