// SPDX-License-Identifier: BSL-1.0
// An event that is made of a queue, as wrappers of CUDA's have it.
// expect: the_event_of_a_queue_is_what_its_record_returns
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::queue<at::cpu>& other) {
#ifdef TWIN
  at::event<at::cpu> const done{on.record()};
#else
  at::event<at::cpu> const done{on};  // here
#endif
  other.wait_for(done);
}
