// SPDX-License-Identifier: BSL-1.0
// An atomic bit in a view of bool.
// expect: atomic: the element is of another type than integers, float, double, and structs of 4 or 8 bytes that are trivially copyable
// expect(gcc): T = bool
// expect(clang): bool
// expect(nvcc): T=bool
#include <allotype/allotype.hpp>
namespace at = allotype;

struct mark {
#ifdef TWIN
  at::view<unsigned char, 1, at::cpu> seen;
#else
  at::view<bool, 1, at::cpu> seen;
#endif
  ALLOTYPE_FN void operator()(int i) const {
    at::atomic(seen(i % 2)).store(true);  // here
  }
};
void go(at::queue<at::cpu>& on, mark kernel) { at::for_each(on, at::extents{4}, kernel); }
