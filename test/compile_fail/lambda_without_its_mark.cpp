// SPDX-License-Identifier: BSL-1.0
// A kernel for a GPU that is a lambda without its mark.
// only: nvcc
// flags(nvcc): --extended-lambda
// expect: for_each: the kernel is a lambda that is not marked for GPUs: mark it, [=] ALLOTYPE_FN(int i) { ... }
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::A100>& on, at::view<int, 1, at::A100> x) {
#ifdef TWIN
  at::for_each(on, x.extents, [=] ALLOTYPE_FN(int i) { x(i) = 1; });
#else
  at::for_each(on, x.extents, [=](int i) { x(i) = 1; });  // here
#endif
}
