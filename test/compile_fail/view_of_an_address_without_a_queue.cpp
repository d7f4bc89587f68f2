// SPDX-License-Identifier: BSL-1.0
// A view of an address is made for a queue's accelerator.
// expect: view_of: the queue comes first: view_of(queue, first, at::extents{n})
#include <allotype/allotype.hpp>
namespace at = allotype;
inline void go([[maybe_unused]] at::queue<at::cpu>& on, float* first) {
#ifdef TWIN
  auto const numbers = at::view_of(on, first, at::extents{4});
#else
  auto const numbers = at::view_of(first, at::extents{4});  // here
#endif
  (void)numbers;
}
