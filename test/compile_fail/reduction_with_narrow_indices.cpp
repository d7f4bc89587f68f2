// SPDX-License-Identifier: BSL-1.0
// A function with int indices for a reduction over two dimensions, one of them in 64 bits.
// expect: reduce: the extents are 64-bit, and the function takes narrower indices
// expect: long long, or give the sizes as int
#include <allotype/allotype.hpp>
namespace at = allotype;

struct value {
  double const* values;
#ifdef TWIN
  ALLOTYPE_FN double operator()(long long row, long long column) const { return values[row * 4 + column]; }
#else
  ALLOTYPE_FN double operator()(long long row, int column) const { return values[row * 4 + column]; }
#endif
};
double go(at::queue<at::cpu>& on, double const* values, long long rows) {
  return at::reduce(on, at::extents{rows, 4}, 0.0, at::plus{}, value{values});  // here
}
