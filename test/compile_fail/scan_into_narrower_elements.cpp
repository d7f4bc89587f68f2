// SPDX-License-Identifier: BSL-1.0
// Running sums of 64-bit integers in 32 bits.
// expect: scan: the elements to write to do not hold the numbers of those to read
// expect: write to elements of the type that is read
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
void go(at::queue<at::cpu>& on, at::buffer<long long, at::cpu> const& numbers, at::buffer<long long, at::cpu>& sums) {
#else
void go(at::queue<at::cpu>& on, at::buffer<long long, at::cpu> const& numbers, at::buffer<int, at::cpu>& sums) {
#endif
  at::inclusive_scan(on, numbers, sums);  // here
}
