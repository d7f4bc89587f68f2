// SPDX-License-Identifier: BSL-1.0
// A buffer has no name.
// expect: buffer: the queue comes first, a variable that is not const, then extents or a range of the host
#include <allotype/allotype.hpp>
namespace at = allotype;
inline void go([[maybe_unused]] at::queue<at::cpu>& on) {
#ifdef TWIN
  at::buffer<float, at::cpu> const numbers(on, at::extents{100});
#else
  at::buffer<float, at::cpu> const numbers("numbers", 100);  // here
#endif
  (void)numbers.size();
}
