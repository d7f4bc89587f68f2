// SPDX-License-Identifier: BSL-1.0
// An operation on integers that combines fractions.
// expect: scan: the operation takes integers and combines floating-point numbers, which would lose their fractions
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& x) {
#ifdef TWIN
  at::inclusive_scan(on, x, x, [](float a, float b) { return a + b; });
#else
  at::inclusive_scan(on, x, x, [](int a, int b) { return a + b; });  // here
#endif
}
