// SPDX-License-Identifier: BSL-1.0
// A number of elements where extents are meant.
// expect: buffer: the second argument is a number: write at::extents{n}
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::buffer<double, at::cpu> numbers{on, at::extents{4}};
#else
  at::buffer<double, at::cpu> numbers{on, 4};  // here
#endif
}
