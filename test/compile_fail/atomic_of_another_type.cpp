// SPDX-License-Identifier: BSL-1.0
// An atomic sum in 16 bits, which GPUs do not have.
// expect: atomic: the element is of another type than integers of 32 or 64 bits, float and double
// expect(gcc): T = short int
// expect(clang): short
// expect(nvcc): T=short
#include <allotype/allotype.hpp>
namespace at = allotype;

struct count {
#ifdef TWIN
  at::view<int, 1, at::cpu> counts;
#else
  at::view<short, 1, at::cpu> counts;
#endif
  ALLOTYPE_FN void operator()(int i) const {
    at::atomic(counts(i % 2)).fetch_add(1);  // here
  }
};
void go(at::queue<at::cpu>& on, count kernel) { at::for_each(on, at::extents{4}, kernel); }
