// SPDX-License-Identifier: BSL-1.0
// An address and a number.
// expect: view_of: the arguments are the queue, an address and extents: view_of(queue, first, at::extents{n})
#include <allotype/allotype.hpp>
namespace at = allotype;

void look(at::queue<at::cpu>& on, float* first) {
#ifdef TWIN
  (void)at::view_of(on, first, at::extents{8});
#else
  (void)at::view_of(on, first, 8);  // here
#endif
}
