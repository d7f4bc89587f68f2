// SPDX-License-Identifier: BSL-1.0
// A fraction for integers.
// expect: fill: the value is a floating-point number and the elements are integers
// expect: give an integer
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers) {
#ifdef TWIN
  at::fill(on, numbers, 2);
#else
  at::fill(on, numbers, 1.5);  // here
#endif
}
