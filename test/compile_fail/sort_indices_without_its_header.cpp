// SPDX-License-Identifier: BSL-1.0
// An order of indices without its header.
// expect: sort_indices: its header is missing: write #include <allotype/sort_indices.hpp>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers) { at::fill(on, numbers, 1); }
#else
void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers) {
  at::sort_indices(on, numbers, numbers);  // here
}
#endif
