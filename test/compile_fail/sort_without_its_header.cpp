// SPDX-License-Identifier: BSL-1.0
// A sort without its header.
// expect: sort: its header is missing: write #include <allotype/sort.hpp>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers) { at::fill(on, numbers, 1); }
#else
void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers) { at::sort(on, numbers); }  // here
#endif
