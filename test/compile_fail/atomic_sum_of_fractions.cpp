// SPDX-License-Identifier: BSL-1.0
// A fraction that an atomic operation adds to an integer.
// expect: atomic: the value is a floating-point number and the element is an integer
// expect: make the element a float or a double
#include <allotype/allotype.hpp>
namespace at = allotype;

struct count {
#ifdef TWIN
  at::view<float, 1, at::cpu> counts;
#else
  at::view<int, 1, at::cpu> counts;
#endif
  ALLOTYPE_FN void operator()(int i) const {
    at::atomic(counts(i % 2)).fetch_add(0.5);  // here
  }
};

void go(at::queue<at::cpu>& on, decltype(count::counts) counts) { at::for_each(on, at::extents{10}, count{counts}); }
