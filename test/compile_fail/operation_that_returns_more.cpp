// SPDX-License-Identifier: BSL-1.0
// An operation on floats that returns a double.
// expect: reduce: the operation returns numbers that the type of the values which it combines does not hold
// expect: cast in the operation
#include <allotype/allotype.hpp>
namespace at = allotype;

struct third {
  ALLOTYPE_FN float operator()(int i) const { return static_cast<float>(i) / 3; }
};
struct product {
  ALLOTYPE_FN double operator()(double a, double b) const { return a * b; }
};

auto go(at::queue<at::cpu>& on) {
#ifdef TWIN
  return at::reduce(on, at::extents{10}, 1.0, product{}, third{});
#else
  return at::reduce(on, at::extents{10}, 1.f, product{}, third{});  // here
#endif
}
