// SPDX-License-Identifier: BSL-1.0
// Sizes in braces, without at::extents.
// expect: the second argument is a list or an array: write at::extents{rows, columns} for sizes
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::buffer<float, at::cpu> const plane{on, at::extents{4, 5}};
#else
  at::buffer<float, at::cpu> const plane{on, {4, 5}};  // here
#endif
}
