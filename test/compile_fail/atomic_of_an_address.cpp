// SPDX-License-Identifier: BSL-1.0
// An atomic operation takes the element, as no function of CUDA does.
// expect: atomic: the argument is a value, and no element
// flags(nvcc): --extended-lambda
#include <allotype/allotype.hpp>
namespace at = allotype;
inline void go(at::queue<at::cpu>& on, at::view<float, 1, at::cpu> sums) {
  at::for_each(on, sums.extents, [=] ALLOTYPE_FN(int i) {
    (void)i;
#ifdef TWIN
    at::atomic(sums(0)).fetch_add(1.f);
#else
    at::atomic(&sums(0)).fetch_add(1.f);  // here
#endif
  });
}
