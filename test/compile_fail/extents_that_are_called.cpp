// SPDX-License-Identifier: BSL-1.0
// The extents of a view called as a function, as those of std::mdspan are.
// expect: the_extents_of_a_view_are_no_function
// flags(nvcc): --extended-lambda
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::view<float, 1, at::cpu> const x) {
#ifdef TWIN
  at::for_each(on, x.extents, [=] ALLOTYPE_FN(int i) { x(i) = 1; });
#else
  at::for_each(on, x.extents(), [=] ALLOTYPE_FN(int i) { x(i) = 1; });  // here
#endif
}
