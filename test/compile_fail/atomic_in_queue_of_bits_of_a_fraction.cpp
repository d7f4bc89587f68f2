// SPDX-License-Identifier: BSL-1.0
// Bits of a floating-point number, in a queue.
// expect: fetch_and, fetch_or and fetch_xor are for integers: the element is none
#include <allotype/allotype.hpp>
namespace at = allotype;

struct change {
  at::view<float, 1, at::cpu> x;
  ALLOTYPE_FN void operator()(int) const {
#ifdef TWIN
    at::atomic_in_queue<at::cpu>(x(0)).exchange(1);
#else
    at::atomic_in_queue<at::cpu>(x(0)).fetch_xor(1);  // here
#endif
  }
};
void go(at::queue<at::cpu>& on, at::view<float, 1, at::cpu> const& x) { at::for_each(on, at::extents{8}, change{x}); }
