// SPDX-License-Identifier: BSL-1.0
// A truth value in place of the device of a queue.
// expect: queue: a device is named by its index, an integer, or by the text of its UUID
// expect: bool
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(bool second) {
#ifdef TWIN
  at::queue<at::cpu> on(second ? 1 : 0);
#else
  at::queue<at::cpu> on(second);  // here
#endif
}
