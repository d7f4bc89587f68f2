// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A lambda marked __device__ on the queue of the CPU.
// flags(nvcc): --extended-lambda
// expect: the kernel is a lambda marked __device__, which only a CUDA GPU can call
// expect: mark it ALLOTYPE_FN, for both
// expect: A=allotype::cpu
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, int* values) {
#ifdef TWIN
  at::for_each(on, at::extents{4}, [=] ALLOTYPE_FN(int i) { values[i] *= 2; });
#else
  at::for_each(on, at::extents{4}, [=] __device__(int i) { values[i] *= 2; });  // here
#endif
}
