// SPDX-License-Identifier: BSL-1.0
// An element of a plane has two indices in parentheses.
// expect: view: of several dimensions an element has its indices in one pair of parentheses: x(row, column)
// flags(nvcc): --extended-lambda
#include <allotype/allotype.hpp>
namespace at = allotype;
inline void go(at::queue<at::cpu>& on, at::view<float, 2, at::cpu> plane) {
  at::for_each(on, plane.extents, [=] ALLOTYPE_FN(int row, int column) {
#ifdef TWIN
    plane(row, column) = 1;
#else
    plane[row][column] = 1;  // here
#endif
  });
}
