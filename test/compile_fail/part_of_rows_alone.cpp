// SPDX-License-Identifier: BSL-1.0
// A part of a plane is given its rows alone.
// expect: view: a part is a box with a pair of bounds for each dimension
// flags(nvcc): --extended-lambda
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::view<int, 2, at::cpu> const plane) {
#ifdef TWIN
  at::fill(on, plane.part(at::box{{0, 2}, {0, 8}}), 0);
#else
  at::fill(on, plane.part(at::box{{0, 2}}), 0);  // here
#endif
}
