// SPDX-License-Identifier: BSL-1.0
// A number that is assigned to a view, as if it were its elements.
// expect: elements_of_memory_are_set_by_fill_and_by_copy
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::view<float, 1, at::cpu> x) {
  (void)on;
#ifdef TWIN
  at::fill(on, x, 0.f);
#else
  x = 0.f;  // here
#endif
}
