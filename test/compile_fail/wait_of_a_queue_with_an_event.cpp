// SPDX-License-Identifier: BSL-1.0
// A queue's wait with an event, for which wait_for is there.
// expect: queue::wait: the host waits for all work of the queue, and there is nothing to say: on.wait()
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::event<at::cpu> const& done) {
#ifdef TWIN
  on.wait_for(done);
#else
  on.wait(done);  // here
#endif
}
