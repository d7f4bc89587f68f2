// SPDX-License-Identifier: BSL-1.0
// A copy to the host, in a graph.
// expect: a graph uses memory of its accelerator alone, and no memory of the host: copy from and to the host outside of the recorded function, with the queue
#include <allotype/allotype.hpp>
#include <allotype/graph.hpp>
#include <vector>

namespace at = allotype;

void go(at::recorder<at::cpu>& on, at::buffer<int, at::cpu>& numbers) {
  std::vector<int> to(9);
#ifdef TWIN
  at::copy(on, numbers, numbers);
#else
  at::copy(on, numbers, to);  // here
#endif
}
