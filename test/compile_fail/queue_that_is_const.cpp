// SPDX-License-Identifier: BSL-1.0
// A function that gets its queue as a constant.
// expect: fill: the queue comes first, a variable that is not const
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers) { at::fill(on, numbers, 1); }
#else
void go(at::queue<at::cpu> const& on, at::buffer<int, at::cpu>& numbers) {
  at::fill(on, numbers, 1);  // here
}
#endif
