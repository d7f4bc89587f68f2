// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// Numbers that a GPU reads as others.
// expect: a long double has other bytes on a GPU than on the host: use double
#include <allotype/allotype.hpp>
namespace at = allotype;

struct both {
  int count;
#ifdef TWIN
  double sum;
#else
  long double sum;
#endif
};

void go(at::queue<at::A100>& on) {
  at::buffer<both[2], at::A100> const numbers{on, at::extents{8}};  // here
}
