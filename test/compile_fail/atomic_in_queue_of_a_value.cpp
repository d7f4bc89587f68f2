// SPDX-License-Identifier: BSL-1.0
// An operation in a queue on a sum in place of an element.
// expect: atomic_in_queue: the argument is a value, and no element
// expect: for the element x(i) write atomic_in_queue<A>(x(i)).fetch_add(value)
#include <allotype/allotype.hpp>
namespace at = allotype;

struct add_one {
  at::view<float, 1, at::cpu> x;
  ALLOTYPE_FN void operator()(int) const {
#ifdef TWIN
    at::atomic_in_queue<at::cpu>(x(0)).fetch_add(1.f);
#else
    at::atomic_in_queue<at::cpu>(x(0) + 0.f).fetch_add(1.f);  // here
#endif
  }
};
void go(at::queue<at::cpu>& on, at::view<float, 1, at::cpu> const& x) { at::for_each(on, at::extents{8}, add_one{x}); }
