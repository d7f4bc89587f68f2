// SPDX-License-Identifier: BSL-1.0
// A difference in the place of an order.
// expect: sort: the order returns a number, such as a difference
// expect: whether the first element comes before the second
#include <allotype/sort.hpp>
namespace at = allotype;

struct by_size {
#ifdef TWIN
  ALLOTYPE_FN bool operator()(int a, int b) const { return a < b; }
#else
  ALLOTYPE_FN int operator()(int a, int b) const { return a - b; }
#endif
};

void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers) {
  at::sort(on, numbers, by_size{});  // here
}
