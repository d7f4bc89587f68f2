// SPDX-License-Identifier: BSL-1.0
// Scans of segments without their header.
// expect: segmented_inclusive_scan: its header is missing: write #include <allotype/segmented_scan.hpp>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers) { at::fill(on, numbers, 1); }
#else
void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers) {
  at::segmented_inclusive_scan(on, numbers, numbers, 0, at::plus{}, numbers);  // here
}
#endif
