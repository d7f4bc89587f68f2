// SPDX-License-Identifier: BSL-1.0
// A kernel that returns what it shall write.
// expect: for_each: the kernel returns a value, and nobody receives it
// expect: let it write to an element, x(i) = ..., and return nothing
#include <allotype/allotype.hpp>
namespace at = allotype;

struct doubled {
  at::view<float, 1, at::cpu> x;
#ifdef TWIN
  ALLOTYPE_FN void operator()(int i) const { x(i) = x(i) * 2; }
#else
  ALLOTYPE_FN float operator()(int i) const { return x(i) * 2; }
#endif
};
void go(at::queue<at::cpu>& on, at::view<float, 1, at::cpu> const& x) {
  at::for_each(on, x.extents, doubled{x});  // here
}
