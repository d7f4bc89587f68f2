// SPDX-License-Identifier: BSL-1.0
// A 64-bit value for an element of 32 bits.
// expect: atomic: the value has 64 bits and the element fewer
// expect: make the element a 64-bit one
#include <allotype/allotype.hpp>
namespace at = allotype;

struct last {
  at::view<int, 1, at::cpu> index;
  ALLOTYPE_FN void operator()(long long i) const {
#ifdef TWIN
    at::atomic(index(0)).fetch_max(static_cast<int>(i));
#else
    at::atomic(index(0)).fetch_max(i);  // here
#endif
  }
};

void go(at::queue<at::cpu>& on, at::view<int, 1, at::cpu> index) { at::for_each(on, at::extents{10LL}, last{index}); }
