// SPDX-License-Identifier: BSL-1.0
// A copy whose queue is forgotten.
// expect: copy: the queue comes first, a variable that is not const
// expect: copy(queue, from, to)
#include <allotype/allotype.hpp>
namespace at = allotype;

void go([[maybe_unused]] at::queue<at::cpu>& on, at::buffer<float, at::cpu> const& from,
        at::buffer<float, at::cpu>& to) {
#ifdef TWIN
  at::copy(on, from, to);
#else
  at::copy(from, to);  // here
#endif
}
