// SPDX-License-Identifier: BSL-1.0
// Memory that is gone when the graph is replayed.
// expect: buffer: no memory is taken while a graph is recorded, for its replays would use it when it is gone: make the buffer before, with the queue
#include <allotype/allotype.hpp>
#include <allotype/graph.hpp>

namespace at = allotype;

void go(at::recorder<at::cpu>& on, at::buffer<int, at::cpu>& numbers) {
#ifdef TWIN
  at::fill(on, numbers, 1);
#else
  at::buffer<int, at::cpu> made{on, at::extents{numbers.size()}};  // here
#endif
}
