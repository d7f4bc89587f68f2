// SPDX-License-Identifier: BSL-1.0
// A view where another library wants an address.
// expect: the_address_of_a_view_is_view_data
#include <allotype/allotype.hpp>
namespace at = allotype;

void scale(float* numbers, int size);

void go(at::view<float, 1, at::cpu> numbers) {
#ifdef TWIN
  scale(numbers.data(), 8);
#else
  scale(numbers, 8);  // here
#endif
}
