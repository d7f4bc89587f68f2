// SPDX-License-Identifier: BSL-1.0
// A view that no queue is told of.
// expect: buffer::view: the queue whose work uses the view is missing: buffer.view(queue)
#include <allotype/allotype.hpp>
namespace at = allotype;

auto go(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& numbers) {
#ifdef TWIN
  return numbers.view(on);
#else
  return numbers.view();  // here
#endif
}
