// SPDX-License-Identifier: BSL-1.0
// A recorded function that takes a queue.
// expect: record: the second argument is a function that takes a recorder where verbs take a queue: [&](at::recorder<A>& on) { at::for_each(on, ...); }
#include <allotype/allotype.hpp>
#include <allotype/graph.hpp>

namespace at = allotype;

struct of_a_queue {
  at::buffer<int, at::cpu>& numbers;
  void operator()(at::queue<at::cpu>& on) const { at::fill(on, numbers, 1); }
};
struct of_a_recorder {
  at::buffer<int, at::cpu>& numbers;
  void operator()(at::recorder<at::cpu>& on) const { at::fill(on, numbers, 1); }
};

void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers) {
#ifdef TWIN
  auto const filled = at::record(on, of_a_recorder{numbers});
#else
  auto const filled = at::record(on, of_a_queue{numbers});  // here
#endif
}
