// SPDX-License-Identifier: BSL-1.0
// A variable of the host for the result.
// expect: reduce: the sixth argument is a buffer or a view of one element in the accelerator's memory; for a result in
// the host's, leave it out
#include <allotype/allotype.hpp>
namespace at = allotype;

struct square {
  ALLOTYPE_FN double operator()(int i) const { return double(i) * i; }
};

void go(at::queue<at::cpu>& on, double& sum) {
#ifdef TWIN
  sum = at::reduce(on, at::extents{4}, 0.0, at::plus{}, square{});
#else
  at::reduce(on, at::extents{4}, 0.0, at::plus{}, square{}, sum);  // here
#endif
}
