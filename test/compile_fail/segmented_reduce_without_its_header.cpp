// SPDX-License-Identifier: BSL-1.0
// A result for each range without the header.
// expect: segmented_reduce: its header is missing: write #include <allotype/segmented_reduce.hpp>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& sums) { at::fill(on, sums, 0); }
#else
void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& sums) { at::segmented_reduce(on, sums, sums, 0); }  // here
#endif
