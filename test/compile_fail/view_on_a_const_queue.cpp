// SPDX-License-Identifier: BSL-1.0
// A view on a queue that is const.
// expect: buffer::view: the queue whose work uses the view is missing: buffer.view(queue); it comes first, and is a variable that is not const
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
auto go(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& x) {
#else
auto go(at::queue<at::cpu> const& on, at::buffer<float, at::cpu>& x) {
#endif
  return x.view(on);  // here
}
