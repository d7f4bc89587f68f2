// SPDX-License-Identifier: BSL-1.0
// A buffer of sizes alone.
// expect: buffer: the queue comes first, a variable that is not const, then extents or a range of the host: buffer<float, cpu>{queue, at::extents{n}}
#include <allotype/allotype.hpp>
namespace at = allotype;

void go([[maybe_unused]] at::queue<at::cpu>& on) {
#ifdef TWIN
  at::buffer<float, at::cpu> x{on, at::extents{8}};
#else
  at::buffer<float, at::cpu> x{at::extents{8}};  // here
#endif
}
