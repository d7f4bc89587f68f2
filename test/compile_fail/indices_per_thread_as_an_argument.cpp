// SPDX-License-Identifier: BSL-1.0
// The number of a thread's indices in braces.
// expect: indices_per_thread<N>: a thread has 1 to 16 indices, and the number stands in angle brackets: indices_per_thread<4>{}
// flags(nvcc): --extended-lambda
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::view<float, 1, at::cpu> const x) {
#ifdef TWIN
  at::for_each(on, x.extents, [=] ALLOTYPE_FN(int i) { x(i) = 1; }, at::indices_per_thread<4>{});
#else
  at::for_each(on, x.extents, [=] ALLOTYPE_FN(int i) { x(i) = 1; }, at::indices_per_thread{4});  // here
#endif
}
