// SPDX-License-Identifier: BSL-1.0
// Sizes as arguments of their own.
// expect: buffer::view: the sizes are one argument, extents: buffer.view(queue, at::extents{rows, columns})
#include <allotype/allotype.hpp>
namespace at = allotype;

void look(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& numbers) {
#ifdef TWIN
  (void)numbers.view(on, at::extents{4, 2});
#else
  (void)numbers.view(on, 4, 2);  // here
#endif
}
