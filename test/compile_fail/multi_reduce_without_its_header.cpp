// SPDX-License-Identifier: BSL-1.0
// Sums of several kinds without their header.
// expect: multi_reduce: its header is missing: write #include <allotype/multi_reduce.hpp>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers) { at::fill(on, numbers, 1); }
#else
void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers) {
  at::multi_reduce(on, at::extents{8}, numbers, at::plus{}, [](int) { return 1; });  // here
}
#endif
