// SPDX-License-Identifier: BSL-1.0
// A truth value in place of the device of a queue.
// expect: a_device_is_named_by_an_integer_or_a_uuid
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
