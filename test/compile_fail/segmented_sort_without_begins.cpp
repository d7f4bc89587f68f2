// SPDX-License-Identifier: BSL-1.0
// Where ranges begin is left out.
// expect: segmented_sort: the arguments are (queue, begins, elements, order)
// flags(nvcc): --extended-lambda
#include <allotype/segmented_sort.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, [[maybe_unused]] at::buffer<int, at::cpu>& begins, at::buffer<int, at::cpu>& x) {
#ifdef TWIN
  at::segmented_sort(on, begins, x);
#else
  at::segmented_sort(on, x);  // here
#endif
}
