// SPDX-License-Identifier: BSL-1.0
// The instruction is there from compute capability 9.0 on.
// only: nvcc
// flags(nvcc): -arch=sm_80
// expect: atomic: GPUs before compute capability 9.0 cannot exchange 16 bytes at once: compile for sm_90 or newer, or keep an index of 4 bytes instead of a pointer, so that the struct has 8 bytes
#include <allotype/atomic_16_bytes.hpp>
namespace at = allotype;

#ifdef TWIN
struct alignas(8) sum_and_count {
  float sum;
  int count;
};
#else
struct alignas(16) sum_and_count {
  double sum;
  long long count;
};
#endif
struct set {
  at::view<sum_and_count, 1, at::H100> totals;
  ALLOTYPE_FN void operator()(int i) const {
    at::atomic(totals(i)).store({});  // here
  }
};
void go(at::queue<at::H100>& on, set kernel) { at::for_each(on, at::extents{4}, kernel); }
