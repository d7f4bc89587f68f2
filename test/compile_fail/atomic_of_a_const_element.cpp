// SPDX-License-Identifier: BSL-1.0
// A count in a view of a const buffer.
// expect: atomic: the element is const: make the view of a buffer that is not const
#include <allotype/allotype.hpp>
namespace at = allotype;

struct count {
#ifdef TWIN
  at::view<int, 1, at::cpu> counts;
#else
  at::view<int const, 1, at::cpu> counts;
#endif
  ALLOTYPE_FN void operator()(int i) const {
    at::atomic(counts(i % 2)).fetch_add(1);  // here
  }
};
void go(at::queue<at::cpu>& on, count kernel) { at::for_each(on, at::extents{4}, kernel); }
