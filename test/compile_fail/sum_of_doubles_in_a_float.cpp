// SPDX-License-Identifier: BSL-1.0
// A sum of doubles that would be one of floats.
// expect: reduce: the function returns numbers that the type of the result does not hold
// expect: such as 0.0 or 0LL
#include <allotype/allotype.hpp>
namespace at = allotype;

struct half {
  ALLOTYPE_FN double operator()(long long i) const { return 0.5 * static_cast<double>(i); }
};

auto go(at::queue<at::cpu>& on) {
#ifdef TWIN
  return at::reduce(on, at::extents{1000LL}, 0.0, at::plus{}, half{});
#else
  return at::reduce(on, at::extents{1000LL}, 0.f, at::plus{}, half{});  // here
#endif
}
