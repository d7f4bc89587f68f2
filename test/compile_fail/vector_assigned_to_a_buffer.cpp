// SPDX-License-Identifier: BSL-1.0
// A vector that is assigned to a buffer, as if it were its elements.
// expect: elements_of_memory_are_set_by_fill_and_by_copy
#include <allotype/allotype.hpp>
#include <vector>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& numbers, std::vector<float> const& values) {
  (void)on;
#ifdef TWIN
  at::copy(on, values, numbers);
#else
  numbers = values;  // here
#endif
}
