// SPDX-License-Identifier: BSL-1.0
// A beginning and an end without a box.
// expect: view: a part is a box with a pair of bounds for each dimension: part(at::box{{begin, end}}), part(at::box{{0, rows}, {0, columns}})
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::view<float, 1, at::cpu> numbers) {
#ifdef TWIN
  (void)numbers.part(at::box{{2, 5}});
#else
  (void)numbers.part(2, 5);  // here
#endif
}
