// SPDX-License-Identifier: BSL-1.0
// The graph before the queue.
// expect: replay: the queue comes first, a variable that is not const: replay(queue, graph)
#include <allotype/allotype.hpp>
#include <allotype/graph.hpp>
namespace at = allotype;

void again(at::queue<at::cpu>& on, at::graph<at::cpu> const& step) {
#ifdef TWIN
  at::replay(on, step);
#else
  at::replay(step, on);  // here
#endif
}
