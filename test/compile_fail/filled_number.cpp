// SPDX-License-Identifier: BSL-1.0
// The value before the buffer that it shall fill.
// expect: fill: the second argument is a buffer or a view that is not const
// expect: fill(queue, buffer, value)
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& numbers) {
#ifdef TWIN
  at::fill(on, numbers, 1.f);
#else
  at::fill(on, 1.f, numbers);  // here
#endif
}
