// SPDX-License-Identifier: BSL-1.0
// The operation of a scan on a GPU, a lambda without its mark.
// only: nvcc
// flags(nvcc): --extended-lambda
// expect: scan: the operation is a lambda that is not marked for GPUs: mark it, [=] ALLOTYPE_FN(float a, float b) { ... }, or name at::plus{}
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::A100>& on, at::buffer<float, at::A100>& x) {
#ifdef TWIN
  at::inclusive_scan(on, x, x, [=] ALLOTYPE_FN(float a, float b) { return a > b ? a : b; });
#else
  at::inclusive_scan(on, x, x, [](float a, float b) { return a > b ? a : b; });  // here
#endif
}
