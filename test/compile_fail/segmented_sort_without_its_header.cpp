// SPDX-License-Identifier: BSL-1.0
// A sort of segments without its header.
// expect: segmented_sort: its header is missing: write #include <allotype/segmented_sort.hpp>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers) { at::fill(on, numbers, 1); }
#else
void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers) {
  at::segmented_sort(on, numbers, numbers);  // here
}
#endif
