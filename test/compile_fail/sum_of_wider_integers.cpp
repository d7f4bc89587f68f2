// SPDX-License-Identifier: BSL-1.0
// A sum of 64-bit integers that would be one of 32 bits.
// expect: reduce: the function returns numbers that the type of the result does not hold
// expect: such as 0.0 or 0LL
#include <allotype/allotype.hpp>
namespace at = allotype;

struct square {
  ALLOTYPE_FN long long operator()(long long i) const { return i * i; }
};

auto go(at::queue<at::cpu>& on) {
#ifdef TWIN
  return at::reduce(on, at::extents{1000000LL}, 0LL, at::plus{}, square{});
#else
  return at::reduce(on, at::extents{1000000LL}, 0, at::plus{}, square{});  // here
#endif
}
