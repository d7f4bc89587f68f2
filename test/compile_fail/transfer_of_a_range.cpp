// SPDX-License-Identifier: BSL-1.0
// A range of the host given to a copy with two queues.
// expect: from must be a buffer or a view of here's accelerator
// expect: copied with one queue
#include <allotype/allotype.hpp>

#include <vector>
namespace at = allotype;

void go(at::queue<at::cpu>& here, at::queue<at::cpu>& there, std::vector<float> const& from,
        at::buffer<float, at::cpu>& to) {
#ifdef TWIN
  at::copy(there, from, to);
  (void)here;
#else
  at::copy(here, from, there, to);  // here
#endif
}
