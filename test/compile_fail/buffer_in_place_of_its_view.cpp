// SPDX-License-Identifier: BSL-1.0
// A buffer for a function that takes a view.
// expect: elements_are_read_by_kernels_through_buffer_view_queue
#include <allotype/allotype.hpp>
namespace at = allotype;

void scale(at::view<float, 1, at::cpu> numbers);

void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& numbers) {
#ifdef TWIN
  scale(numbers.view(on));
#else
  scale(numbers);  // here
#endif
}
