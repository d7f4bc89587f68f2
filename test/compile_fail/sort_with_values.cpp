// SPDX-License-Identifier: BSL-1.0
// A sort of keys is given their values.
// expect: sort: the order cannot be called with two elements
// flags(nvcc): --extended-lambda
#include <allotype/sort.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& x, at::buffer<int, at::cpu>& values) {
#ifdef TWIN
  at::sort_by_key(on, x, values);
#else
  at::sort(on, x, values);  // here
#endif
}
