// SPDX-License-Identifier: BSL-1.0
// Bits of a number that is no integer.
// expect: atomic: fetch_and, fetch_or and fetch_xor are for integers
#include <allotype/allotype.hpp>
namespace at = allotype;

struct kernel {
  at::view<float, 1, at::cpu> x;
  ALLOTYPE_FN void operator()(int i) const {
#ifdef TWIN
    at::atomic(x(i % 2)).fetch_max(1.f);
#else
    at::atomic(x(i % 2)).fetch_or(1);  // here
#endif
  }
};

void go(at::queue<at::cpu>& on, at::view<float, 1, at::cpu> x) { at::for_each(on, x.extents, kernel{x}); }
