// SPDX-License-Identifier: BSL-1.0
// The operation of a reduction before its initial value.
// expect: reduce: the initial value comes before the operation: reduce(queue, extents, 0.0, operation, function)
#include <allotype/allotype.hpp>
namespace at = allotype;

struct half {
  ALLOTYPE_FN double operator()(int i) const { return 0.5 * i; }
};
double go(at::queue<at::cpu>& on) {
#ifdef TWIN
  return at::reduce(on, at::extents{8}, 0.0, at::plus{}, half{});
#else
  return at::reduce(on, at::extents{8}, at::plus{}, 0.0, half{});  // here
#endif
}
