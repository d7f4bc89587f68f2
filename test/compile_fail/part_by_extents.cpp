// SPDX-License-Identifier: BSL-1.0
// A part of a view by its size alone.
// expect: view: a part is a box with a pair of bounds for each dimension: part(at::box{{begin, end}})
#include <allotype/allotype.hpp>
namespace at = allotype;

void clear_corner(at::queue<at::cpu>& on, at::view<float, 2, at::cpu> picture) {
#ifdef TWIN
  auto const corner = picture.part(at::box{{0, 16}, {0, 16}});
#else
  auto const corner = picture.part(at::extents{16, 16});  // here
#endif
  at::fill(on, corner, 0.f);
}
