// SPDX-License-Identifier: BSL-1.0
// A reduction into a variable, without an operation.
// expect: reduce: the arguments are (queue, extents, initial value, operation, function), and the result is returned
#include <allotype/allotype.hpp>
namespace at = allotype;

struct square {
  ALLOTYPE_FN double operator()(int i) const { return double(i) * i; }
};

void go(at::queue<at::cpu>& on, double& sum) {
#ifdef TWIN
  sum = at::reduce(on, at::extents{4}, 0.0, at::plus{}, square{});
#else
  at::reduce(on, at::extents{4}, sum, square{});  // here
#endif
}
