// SPDX-License-Identifier: BSL-1.0
// A buffer on a queue that is const.
// expect: buffer: the queue comes first, a variable that is not const, then extents or a range of the host: buffer<float, cpu>{queue, at::extents{n}}
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
void go(at::queue<at::cpu>& on) {
#else
void go(at::queue<at::cpu> const& on) {
#endif
  at::buffer<float, at::cpu> x{on, at::extents{8}};  // here
}
