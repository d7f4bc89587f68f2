// SPDX-License-Identifier: BSL-1.0
// A copy of a graph.
// expect: a_graph_is_not_copied_but_moved_or_passed_by_reference
#include <allotype/allotype.hpp>
#include <allotype/graph.hpp>
namespace at = allotype;

#ifdef TWIN
void pass(at::graph<at::cpu> const& step) {
  auto const& same = step;
  (void)same;
}
#else
void pass(at::graph<at::cpu> const& step) {
  auto const same = step;  // here
  (void)same;
}
#endif
