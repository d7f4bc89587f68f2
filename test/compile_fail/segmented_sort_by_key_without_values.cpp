// SPDX-License-Identifier: BSL-1.0
// Keys of ranges without their values.
// expect: segmented_sort_by_key: the arguments are (queue, begins, keys, values, order)
// flags(nvcc): --extended-lambda
#include <allotype/segmented_sort.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& begins, at::buffer<int, at::cpu>& x,
        [[maybe_unused]] at::buffer<int, at::cpu>& values) {
#ifdef TWIN
  at::segmented_sort_by_key(on, begins, x, values);
#else
  at::segmented_sort_by_key(on, begins, x);  // here
#endif
}
