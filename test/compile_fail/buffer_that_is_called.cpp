// SPDX-License-Identifier: BSL-1.0
// An element of a buffer where one of its view is meant.
// expect: elements_are_read_by_kernels_through_buffer_view_queue
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& numbers) {
#ifdef TWIN
  numbers.view(on)(0) = 1;
#else
  numbers(0) = 1;  // here
#endif
}
