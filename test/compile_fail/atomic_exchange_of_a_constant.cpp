// SPDX-License-Identifier: BSL-1.0
// A constant as the value that is expected. The variable receives what the element is.
// expect: atomic: the first argument of compare_exchange is a variable of the element's type
#include <allotype/allotype.hpp>
namespace at = allotype;

struct kernel {
  at::view<int, 1, at::cpu> x;
  ALLOTYPE_FN void operator()(int i) const {
#ifdef TWIN
    int expected = 0;
    (void)at::atomic(x(i % 2)).compare_exchange(expected, 1);
#else
    (void)at::atomic(x(i % 2)).compare_exchange(0, 1);  // here
#endif
  }
};

void go(at::queue<at::cpu>& on, at::view<int, 1, at::cpu> x) { at::for_each(on, x.extents, kernel{x}); }
