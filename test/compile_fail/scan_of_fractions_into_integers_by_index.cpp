// SPDX-License-Identifier: BSL-1.0
// Sums of a function that returns double, in integers.
// expect: the elements to write to do not hold the numbers that the function returns
#include <allotype/allotype.hpp>
namespace at = allotype;

struct halves {
  ALLOTYPE_FN double operator()(int i) const { return 0.5 * i; }
};
#ifdef TWIN
void go(at::queue<at::cpu>& on, at::buffer<double, at::cpu>& to) {
#else
void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& to) {
#endif
  at::inclusive_scan(on, at::extents{100}, to, at::plus{}, halves{});  // here
}
