// SPDX-License-Identifier: BSL-1.0
// The sorted indices as a result.
// expect: sort_indices: the arguments are (queue, extents, indices, function, order)
// flags(nvcc): --extended-lambda
#include <allotype/sort_indices.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::view<int, 1, at::cpu> const x, at::buffer<int, at::cpu>& indices) {
#ifdef TWIN
  at::sort_indices(on, x.extents, indices, [=] ALLOTYPE_FN(int i) { return x(i); });
#else
  indices = at::sort_indices(on, x.extents, [=] ALLOTYPE_FN(int i) { return x(i); });  // here
#endif
}
