// SPDX-License-Identifier: BSL-1.0
// A function whose index is a floating-point number, for a reduction.
// expect: reduce: the function takes an index as a floating-point number
// expect: parameters of int or long long, and convert in the function
#include <allotype/allotype.hpp>
namespace at = allotype;

struct square {
#ifdef TWIN
  ALLOTYPE_FN double operator()(int i) const { return static_cast<double>(i) * i; }
#else
  ALLOTYPE_FN double operator()(double i) const { return i * i; }
#endif
};
double go(at::queue<at::cpu>& on) {
  return at::reduce(on, at::extents{4}, 0.0, at::plus{}, square{});  // here
}
