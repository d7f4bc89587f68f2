// SPDX-License-Identifier: BSL-1.0
// A part of a view by a pair for each dimension, without a box.
// expect: view: the bounds of a part are those of one box: part(at::box{{0, rows}, {0, columns}})
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& b) {
  auto const all = b.view(on, at::extents{8, 8});
#ifdef TWIN
  at::fill(on, all.part(at::box{{0, 8}, {0, 2}}), 0.f);
#else
  at::fill(on, all.part({0, 8}, {0, 2}), 0.f);  // here
#endif
}
