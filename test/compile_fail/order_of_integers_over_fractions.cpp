// SPDX-License-Identifier: BSL-1.0
// An order of integers over floating-point numbers.
// expect: sort: the order takes integers and the elements are floating-point numbers, whose fractions it would not see
#include <allotype/allotype.hpp>
#include <allotype/sort.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& x) {
#ifdef TWIN
  at::sort(on, x, [](float a, float b) { return a > b; });
#else
  at::sort(on, x, [](int a, int b) { return a > b; });  // here
#endif
}
