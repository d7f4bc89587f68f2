// SPDX-License-Identifier: BSL-1.0
// The queue is the second argument, as where an index space comes first.
// expect: for_each: the queue comes first, a variable that is not const
// expect: for_each(queue, at::extents{n}, kernel)
#include <allotype/allotype.hpp>
namespace at = allotype;

struct set_to_one {
  at::view<float, 1, at::cpu> x;
  ALLOTYPE_FN void operator()(int i) const { x(i) = 1; }
};
void go(at::queue<at::cpu>& on, at::view<float, 1, at::cpu> const& x) {
#ifdef TWIN
  at::for_each(on, x.extents, set_to_one{x});
#else
  at::for_each(x.extents, on, set_to_one{x});  // here
#endif
}
