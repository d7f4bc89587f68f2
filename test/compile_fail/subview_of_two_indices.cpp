// SPDX-License-Identifier: BSL-1.0
// A row and a column.
// expect: view: subview takes one index, of the slowest dimension, subview(row); for several write a part: part(at::box{{begin, end}, {0, columns}})
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::view<float, 2, at::cpu> numbers) {
#ifdef TWIN
  (void)numbers.subview(2);
#else
  (void)numbers.subview(2, 5);  // here
#endif
}
