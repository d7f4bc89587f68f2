// SPDX-License-Identifier: BSL-1.0
// What a GPU shall select by, a lambda without its mark.
// only: nvcc
// flags(nvcc): --extended-lambda
// expect: the condition is a lambda that is not marked for GPUs: mark it, [=] ALLOTYPE_FN(float x) { ... }
#include <allotype/allotype.hpp>
namespace at = allotype;

long long go(at::queue<at::A100>& on, at::buffer<float, at::A100>& x) {
#ifdef TWIN
  return at::count_if(on, x, [=] ALLOTYPE_FN(float value) { return value > 0; });
#else
  return at::count_if(on, x, [](float value) { return value > 0; });  // here
#endif
}
