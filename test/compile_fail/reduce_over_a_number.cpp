// SPDX-License-Identifier: BSL-1.0
// A reduction over a number.
// expect: reduce: the second argument is at::extents{n} or at::box{{begin, end}}
#include <allotype/allotype.hpp>
namespace at = allotype;

struct square {
  ALLOTYPE_FN double operator()(int i) const { return double(i) * i; }
};

double go(at::queue<at::cpu>& on) {
#ifdef TWIN
  return at::reduce(on, at::extents{4}, 0.0, at::plus{}, square{});
#else
  return at::reduce(on, 4, 0.0, at::plus{}, square{});  // here
#endif
}
