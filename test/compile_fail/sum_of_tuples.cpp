// SPDX-License-Identifier: BSL-1.0
// The sum of tuples, which have no operator+.
// expect: the operation does not take two values of the initial value's type and return one
// expect: an at::tuple needs at::elementwise
#include <allotype/allotype.hpp>
namespace at = allotype;

struct both {
  at::view<double const, 1, at::cpu> values;
  ALLOTYPE_FN at::tuple<double, double> operator()(int i) const { return {values(i), values(i) * values(i)}; }
};

double go(at::queue<at::cpu>& on, at::view<double const, 1, at::cpu> values) {
  at::tuple<double, double> const none{0.0, 0.0};
#ifdef TWIN
  return at::reduce(on, values.extents, none, at::elementwise{at::plus{}, at::plus{}}, both{values}).get<0>();
#else
  return at::reduce(on, values.extents, none, at::plus{}, both{values}).get<0>();  // here
#endif
}
