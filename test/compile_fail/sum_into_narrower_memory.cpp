// SPDX-License-Identifier: BSL-1.0
// Memory of 32 bits for a sum of 64-bit integers.
// expect: reduce: the function returns numbers that the type of the result does not hold
// expect: give memory of that type for the result
#include <allotype/allotype.hpp>
namespace at = allotype;

struct square {
  ALLOTYPE_FN long long operator()(long long i) const { return i * i; }
};

#ifdef TWIN
void go(at::queue<at::cpu>& on, at::buffer<long long, at::cpu>& sum) {
#else
void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& sum) {
#endif
  at::reduce(on, at::extents{1000LL}, 0, at::plus{}, square{}, sum);  // here
}
