// SPDX-License-Identifier: BSL-1.0
// An accelerator in place of its queue.
// expect: on: the accelerator is told by its queue, the first argument
#include <allotype/allotype.hpp>
namespace at = allotype;

constexpr auto twice = at::task<at::any_of<at::A100, at::cpu>>("twice", [](auto&, int n) { return 2 * n; });
int go(at::queue<at::cpu>& on) {
#ifdef TWIN
  return twice.on(on, 1).value();
#else
  (void)on;
  return twice.on<at::cpu>(1).value();  // here
#endif
}
