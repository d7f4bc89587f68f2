// SPDX-License-Identifier: BSL-1.0
// The order of a sort on a GPU, a lambda without its mark.
// only: nvcc
// flags(nvcc): --extended-lambda
// expect: sort: the order is a lambda that is not marked for GPUs: mark it, [=] ALLOTYPE_FN(float a, float b) { ... }, or name at::descending{}
#include <allotype/sort.hpp>
namespace at = allotype;

void go(at::queue<at::A100>& on, at::buffer<float, at::A100>& x) {
#ifdef TWIN
  at::sort(on, x, [=] ALLOTYPE_FN(float a, float b) { return a > b; });
#else
  at::sort(on, x, [](float a, float b) { return a > b; });  // here
#endif
}
