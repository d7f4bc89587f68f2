// SPDX-License-Identifier: BSL-1.0
// A difference as an operation: values are combined in any order.
// expect: reduce: the operation gives another result in another order, as a - b does
#include <allotype/allotype.hpp>
namespace at = allotype;

int go(at::queue<at::cpu>& on) {
  auto const one = [](int) { return 1; };
#ifdef TWIN
  return at::reduce(on, at::extents{1000}, 0, [](int a, int b) { return a + b; }, one);
#else
  return at::reduce(on, at::extents{1000}, 0, [](int a, int b) { return a - b; }, one);  // here
#endif
}
