// SPDX-License-Identifier: BSL-1.0
// A verb that returns what it finds, in a graph.
// expect: count_if: it returns what it finds, or waits, and nothing runs while a graph is recorded: call it outside of the recorded function, with the queue
#include <allotype/allotype.hpp>
#include <allotype/graph.hpp>

namespace at = allotype;

struct even {
  ALLOTYPE_FN bool operator()(int number) const { return number % 2 == 0; }
};

void go(at::recorder<at::cpu>& on, at::buffer<int, at::cpu>& numbers) {
#ifdef TWIN
  at::fill(on, numbers, 1);
#else
  int const found = at::count_if(on, numbers, even{});  // here
#endif
}
