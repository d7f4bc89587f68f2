// SPDX-License-Identifier: BSL-1.0
// The result of a reduction, before a graph is replayed.
// expect: reduce: nothing runs while a graph is recorded, so there is no result yet: name a buffer or a view of one element for it
#include <allotype/allotype.hpp>
#include <allotype/graph.hpp>

namespace at = allotype;

struct one_each {
  ALLOTYPE_FN int operator()(int) const { return 1; }
};

void go(at::recorder<at::cpu>& on, at::buffer<int, at::cpu>& numbers) {
#ifdef TWIN
  at::reduce(on, at::extents{9}, 0, at::plus{}, one_each{}, numbers);
#else
  int const sum = at::reduce(on, at::extents{9}, 0, at::plus{}, one_each{});  // here
#endif
}
