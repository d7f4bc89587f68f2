// SPDX-License-Identifier: BSL-1.0
// Pinned memory made of a number.
// expect: pinned: the queue comes first, a variable that is not const, then extents: pinned<float, A>{queue, at::extents{n}}
#include <allotype/allotype.hpp>
namespace at = allotype;

void make(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::pinned<float, at::cpu> const numbers{on, at::extents{8}};
#else
  at::pinned<float, at::cpu> const numbers{on, 8};  // here
#endif
  (void)numbers;
}
