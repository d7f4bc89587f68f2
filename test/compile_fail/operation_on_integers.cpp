// SPDX-License-Identifier: BSL-1.0
// An operation on integers that combines fractions.
// expect: reduce: the operation takes integers and combines floating-point numbers, which would lose their fractions
#include <allotype/allotype.hpp>
namespace at = allotype;

float go(at::queue<at::cpu>& on) {
  auto const half = [](int) { return 0.5f; };
#ifdef TWIN
  return at::reduce(on, at::extents{4}, 0.f, [](float a, float b) { return a + b; }, half);
#else
  return at::reduce(on, at::extents{4}, 0.f, [](int a, int b) { return a + b; }, half);  // here
#endif
}
