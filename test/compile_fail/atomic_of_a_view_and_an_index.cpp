// SPDX-License-Identifier: BSL-1.0
// An atomic operation is given the memory and the index.
// expect: atomic: its only argument is the element: atomic(x(i)).fetch_add(value)
// flags(nvcc): --extended-lambda
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::view<int, 1, at::cpu> const x) {
#ifdef TWIN
  at::for_each(on, x.extents, [=] ALLOTYPE_FN(int i) { at::atomic(x(i % 8)).fetch_add(1); });
#else
  at::for_each(on, x.extents, [=] ALLOTYPE_FN(int i) { at::atomic(x, i % 8).fetch_add(1); });  // here
#endif
}
