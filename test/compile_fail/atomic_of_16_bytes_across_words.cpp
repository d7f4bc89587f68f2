// SPDX-License-Identifier: BSL-1.0
// Two doubles are aligned as one.
// only: gcc clang
// expect: atomic: the struct's alignment is less than its size, and the instruction refuses an address between: write struct alignas(16)
#include <allotype/atomic_16_bytes.hpp>
namespace at = allotype;

#ifdef TWIN
struct alignas(16) sum_and_count {
#else
struct sum_and_count {
#endif
  double sum;
  long long count;
};
struct set {
  sum_and_count* totals;
  ALLOTYPE_FN void operator()(int) const {
    at::atomic(totals[0]).store({});  // here
  }
};
void go(at::queue<at::cpu>& on, set kernel) { at::for_each(on, at::extents{4}, kernel); }
