// SPDX-License-Identifier: BSL-1.0
// A scan over extents whose operation is missing.
// expect: the second argument is extents, and no elements: give a buffer or a view; a scan over extents has an operation and a function
#include <allotype/allotype.hpp>
namespace at = allotype;

struct rows {
  ALLOTYPE_FN int operator()(int i) const { return i % 7; }
};
void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& to) {
#ifdef TWIN
  at::exclusive_scan(on, at::extents{100}, to, 0, at::plus{}, rows{});
#else
  at::exclusive_scan(on, at::extents{100}, to, 0, rows{});  // here
#endif
}
