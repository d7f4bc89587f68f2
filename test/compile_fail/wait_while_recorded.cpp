// SPDX-License-Identifier: BSL-1.0
// A wait for work, in a graph.
// expect: wait: a recorder has no work to wait for: wait for the queue, behind replay(queue, graph)
#include <allotype/allotype.hpp>
#include <allotype/graph.hpp>

namespace at = allotype;

void go(at::recorder<at::cpu>& on, at::buffer<int, at::cpu>& numbers) {
#ifdef TWIN
  at::fill(on, numbers, 1);
#else
  at::fill(on, numbers, 1), on.wait();  // here
#endif
}
