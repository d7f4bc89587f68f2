// SPDX-License-Identifier: BSL-1.0
// A step behind the end of a dimension.
// expect: box: each dimension has a beginning and an end in braces
// flags(nvcc): --extended-lambda
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::view<int, 1, at::cpu> const x) {
#ifdef TWIN
  at::for_each(on, at::box{{0, 64}}, [=] ALLOTYPE_FN(int i) { x(i) = 0; });
#else
  at::for_each(on, at::box{{0, 64, 2}}, [=] ALLOTYPE_FN(int i) { x(i) = 0; });  // here
#endif
}
