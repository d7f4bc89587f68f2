// SPDX-License-Identifier: BSL-1.0
// Sizes in braces, without at::extents.
// expect: buffer::view: the second argument is a list: write at::extents{rows, columns}
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& plane) {
#ifdef TWIN
  (void)plane.view(on, at::extents{4, 5});
#else
  (void)plane.view(on, {4, 5});  // here
#endif
}
