// SPDX-License-Identifier: BSL-1.0
// A buffer whose element type nothing tells.
// expect: buffer: the element type is missing: at::buffer<float, A>{queue, at::extents{n}}
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::buffer<float, at::cpu> numbers{on, at::extents{4}};
#else
  at::buffer numbers{on, at::extents{4}};  // here
#endif
}
