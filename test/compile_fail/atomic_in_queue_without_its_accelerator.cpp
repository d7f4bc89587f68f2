// SPDX-License-Identifier: BSL-1.0
// Whose queue touches the element is left out.
// expect: atomic_in_queue: the template argument is the accelerator of the queue
// flags(nvcc): --extended-lambda
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::view<int, 1, at::cpu> const x) {
#ifdef TWIN
  at::for_each(on, x.extents, [=] ALLOTYPE_FN(int) { at::atomic_in_queue<at::cpu>(x(0)).fetch_add(1); });
#else
  at::for_each(on, x.extents, [=] ALLOTYPE_FN(int) { at::atomic_in_queue(x(0)).fetch_add(1); });  // here
#endif
}
