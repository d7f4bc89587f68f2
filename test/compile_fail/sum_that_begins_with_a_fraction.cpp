// SPDX-License-Identifier: BSL-1.0
// A fraction as the initial value of a sum of integers.
// expect: reduce: the initial value is a floating-point number and the result is an integer
// expect: begin with an integer
#include <allotype/allotype.hpp>
namespace at = allotype;

struct square {
  ALLOTYPE_FN int operator()(int i) const { return i * i; }
};

void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& sum) {
#ifdef TWIN
  at::reduce(on, at::extents{10}, 1, at::plus{}, square{}, sum);
#else
  at::reduce(on, at::extents{10}, 0.5, at::plus{}, square{}, sum);  // here
#endif
}
