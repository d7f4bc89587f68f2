// SPDX-License-Identifier: BSL-1.0
// A sum of floating-point numbers that would be one of integers.
// expect: the initial value is an integer and the function returns floating-point numbers
// expect: begin with 0.0 or 0.f
#include <allotype/allotype.hpp>
namespace at = allotype;

struct value {
  at::view<double const, 1, at::cpu> values;
  ALLOTYPE_FN double operator()(int i) const { return values(i); }
};

#ifdef TWIN
double go(at::queue<at::cpu>& on, at::view<double const, 1, at::cpu> values) {
  return at::reduce(on, values.extents, 0.0, at::plus{}, value{values});
}
#else
double go(at::queue<at::cpu>& on, at::view<double const, 1, at::cpu> values) {
  return at::reduce(on, values.extents, 0, at::plus{}, value{values});  // here
}
#endif
