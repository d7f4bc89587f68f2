// SPDX-License-Identifier: BSL-1.0
// Running sums of ranges begin with nothing.
// expect: segmented_inclusive_scan: the arguments are (queue, begins, results, initial value, operation, function)
// flags(nvcc): --extended-lambda
#include <allotype/segmented_scan.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& begins, at::buffer<int, at::cpu>& x) {
#ifdef TWIN
  at::segmented_inclusive_scan(on, begins, x, 0, at::plus{}, [] ALLOTYPE_FN(int i) { return i; });
#else
  at::segmented_inclusive_scan(on, begins, x, at::plus{}, [] ALLOTYPE_FN(int i) { return i; });  // here
#endif
}
