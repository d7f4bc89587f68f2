// SPDX-License-Identifier: BSL-1.0
// A buffer where another library wants an address.
// expect: a_pointer_to_its_elements_is_buffer_view_queue_data
#include <allotype/allotype.hpp>
namespace at = allotype;

void scale(float* numbers, int size);

void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& numbers) {
#ifdef TWIN
  scale(numbers.view(on).data(), 8);
#else
  scale(numbers, 8);  // here
#endif
}
