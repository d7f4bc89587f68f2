// SPDX-License-Identifier: BSL-1.0
// A graph without its header.
// expect: record: its header is missing: write #include <allotype/graph.hpp>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers) { at::fill(on, numbers, 1); }
#else
void go(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers) {
  auto const step = at::record(on, [&](auto& recorder) { at::fill(recorder, numbers, 1); });  // here
}
#endif
