// SPDX-License-Identifier: BSL-1.0
// An event is made first and then recorded.
// expect: queue::record: it takes nothing and returns the event: auto sent = on.record()
// flags(nvcc): --extended-lambda
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::event<at::cpu>& sent) {
#ifdef TWIN
  sent = on.record();
#else
  on.record(sent);  // here
#endif
}
