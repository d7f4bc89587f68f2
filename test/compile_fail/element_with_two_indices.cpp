// SPDX-License-Identifier: BSL-1.0
// Two indices for a view of one dimension.
// expect: view: an element has as many indices as the view has dimensions: view<T, Dimensions, A>. For (row, column) of a buffer write buffer.view(queue, extents{rows, columns})
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::view<double, 1, at::cpu> elements) {
#ifdef TWIN
  elements(1) = 2;
#else
  elements(1, 2) = 2;  // here
#endif
}
