// SPDX-License-Identifier: BSL-1.0
// A function for a GPU that is a lambda without its mark.
// only: nvcc
// flags(nvcc): --extended-lambda
// expect: reduce: the function or the operation is a lambda that is not marked for GPUs: mark it, [=] ALLOTYPE_FN(int i) { ... }
#include <allotype/allotype.hpp>
namespace at = allotype;

float go(at::queue<at::A100>& on, at::view<float, 1, at::A100> x) {
#ifdef TWIN
  return at::reduce(on, x.extents, 0.f, at::plus{}, [=] ALLOTYPE_FN(int i) { return x(i); });
#else
  return at::reduce(on, x.extents, 0.f, at::plus{}, [=](int i) { return x(i); });  // here
#endif
}
