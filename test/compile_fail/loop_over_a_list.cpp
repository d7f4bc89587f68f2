// SPDX-License-Identifier: BSL-1.0
// Sizes in braces alone, which are no extents.
// expect: for_each: the second argument is a list: write at::extents{rows, columns} or at::box{{begin, end}}
#include <allotype/allotype.hpp>
namespace at = allotype;

struct set_to_one {
  at::view<float, 2, at::cpu> x;
  ALLOTYPE_FN void operator()(int row, int column) const { x(row, column) = 1; }
};
void go(at::queue<at::cpu>& on, at::view<float, 2, at::cpu> const& x) {
#ifdef TWIN
  at::for_each(on, at::extents{8, 8}, set_to_one{x});
#else
  at::for_each(on, {8, 8}, set_to_one{x});  // here
#endif
}
