// SPDX-License-Identifier: BSL-1.0
// Waiting for all work, whichever queue has it.
// expect: a_queue_waits_by_its_member_as_on_wait
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  on.wait();
#else
  (void)on;
  at::wait();  // here
#endif
}
