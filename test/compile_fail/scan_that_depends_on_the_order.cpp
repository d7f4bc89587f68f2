// SPDX-License-Identifier: BSL-1.0
// A scan by a difference.
// expect: scan: the operation gives another result in another order, as a - b does
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& from, at::buffer<int, at::cpu>& to) {
#ifdef TWIN
  at::exclusive_scan(on, from, to, 0, [](int a, int b) { return a + b; });
#else
  at::exclusive_scan(on, from, to, 0, [](int a, int b) { return a - b; });  // here
#endif
}
