// SPDX-License-Identifier: BSL-1.0
// A fraction before sums of integers.
// expect: exclusive_scan: the value to begin with is a floating-point number and the elements to write to are integers
// expect: begin with an integer
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu> const& numbers, at::buffer<int, at::cpu>& sums) {
#ifdef TWIN
  at::exclusive_scan(on, numbers, sums, 1);
#else
  at::exclusive_scan(on, numbers, sums, 0.5);  // here
#endif
}
