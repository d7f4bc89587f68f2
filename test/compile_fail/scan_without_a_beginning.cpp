// SPDX-License-Identifier: BSL-1.0
// An exclusive scan without the value to begin with.
// expect: exclusive_scan: the queue comes first, a variable that is not const, then what is read, what is written, the value to begin with
// expect: exclusive_scan(queue, from, to, 0, operation)
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu> const& from, at::buffer<int, at::cpu>& to) {
#ifdef TWIN
  at::exclusive_scan(on, from, to, 0);
#else
  at::exclusive_scan(on, from, to);  // here
#endif
}
