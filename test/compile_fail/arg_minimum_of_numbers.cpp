// SPDX-License-Identifier: BSL-1.0
// The place of the smallest of plain numbers.
// expect: arg_minimum and arg_maximum take at::indexed{value, index}
#include <allotype/allotype.hpp>
namespace at = allotype;

struct square {
#ifdef TWIN
  ALLOTYPE_FN at::indexed<double, int> operator()(int i) const { return {double(i) * i, i}; }
#else
  ALLOTYPE_FN double operator()(int i) const { return double(i) * i; }
#endif
};

auto go(at::queue<at::cpu>& on) {
#ifdef TWIN
  return at::reduce(on, at::extents{4}, at::indexed{1e9, 0}, at::arg_minimum{}, square{});
#else
  return at::reduce(on, at::extents{4}, 1e9, at::arg_minimum{}, square{});  // here
#endif
}
