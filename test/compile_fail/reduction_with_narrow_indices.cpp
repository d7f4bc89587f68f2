// SPDX-License-Identifier: BSL-1.0
// A function whose column has 8 bits, for a reduction over two dimensions.
// expect: reduce: the function takes an index of fewer than 32 bits
// expect: parameters of 32 or 64 bits, int or long long
#include <allotype/allotype.hpp>
namespace at = allotype;

struct value {
  double const* values;
#ifdef TWIN
  ALLOTYPE_FN double operator()(long long row, int column) const { return values[row * 4 + column]; }
#else
  ALLOTYPE_FN double operator()(long long row, unsigned char column) const { return values[row * 4 + column]; }
#endif
};
double go(at::queue<at::cpu>& on, double const* values, long long rows) {
  return at::reduce(on, at::extents{rows, 4}, 0.0, at::plus{}, value{values});  // here
}
