// SPDX-License-Identifier: BSL-1.0
// A number in the place of a condition.
// expect: the condition returns a floating-point number for an element
// expect: let it compare, and return bool
#include <allotype/allotype.hpp>
namespace at = allotype;

struct large {
#ifdef TWIN
  ALLOTYPE_FN bool operator()(float value) const { return value > 0.5f; }
#else
  ALLOTYPE_FN float operator()(float value) const { return value - 0.5f; }
#endif
};

long long go(at::queue<at::cpu>& on, at::buffer<float, at::cpu> const& numbers) {
  return at::count_if(on, numbers, large{});  // here
}
