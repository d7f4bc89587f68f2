// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A lambda marked __device__ with an int index over 64-bit extents.
// flags(nvcc): --extended-lambda
// expect: the extents are 64-bit, and the kernel is a lambda marked __device__ with narrower indices
// expect: parameters of long long, or mark it ALLOTYPE_FN
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::A100>& on, int* values, long long count) {
#ifdef TWIN
  at::for_each(on, at::extents{count}, [=] ALLOTYPE_FN(int i) { values[i] *= 2; });
#else
  at::for_each(on, at::extents{count}, [=] __device__(int i) { values[i] *= 2; });  // here
#endif
}
