// SPDX-License-Identifier: BSL-1.0
// A queue that shall wait for a buffer.
// expect: queue::wait_for: a queue waits for another queue, or for an event that record or copy_async returned
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::queue<at::cpu>& other, at::buffer<float, at::cpu>& numbers) {
  at::fill(other, numbers, 1.f);
#ifdef TWIN
  on.wait_for(other);
#else
  on.wait_for(numbers);  // here
#endif
}
