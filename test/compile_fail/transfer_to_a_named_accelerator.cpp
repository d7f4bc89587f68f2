// SPDX-License-Identifier: BSL-1.0
// The other accelerator named in place of its queue.
// expect: transfer: the other accelerator is told by its queue, the third argument: transfer(here, from, there)
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& here, at::queue<at::cpu>& there, at::buffer<float, at::cpu> const& numbers) {
  (void)there;
#ifdef TWIN
  at::buffer<float, at::cpu> const moved = at::transfer(here, numbers, there);
#else
  at::buffer<float, at::cpu> const moved = at::transfer<at::cpu>(here, numbers);  // here
#endif
}
