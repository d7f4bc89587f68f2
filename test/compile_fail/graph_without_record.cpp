// SPDX-License-Identifier: BSL-1.0
// A graph that is declared, to be filled later.
// only: gcc clang
// expect: a_graph_is_made_by_record
#include <allotype/allotype.hpp>
#include <allotype/graph.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::graph<at::cpu> const step = at::record(on, [](at::recorder<at::cpu>&) {});
#else
  at::graph<at::cpu> const step;  // here
#endif
  at::replay(on, step);
}
