// SPDX-License-Identifier: BSL-1.0
// An element of a plane between brackets, as an array of arrays has it.
// expect: view: of several dimensions an element has its indices in one pair of parentheses: x(row, column)
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& b) {
  auto const x = b.view(on, at::extents{8, 8});
#ifdef TWIN
  at::for_each(on, x.extents, [=](int row, int column) { x(row, column) = 1; });
#else
  at::for_each(on, x.extents, [=](int row, int column) { x[row + column] = 1; });  // here
#endif
}
