// SPDX-License-Identifier: BSL-1.0
// A graph that no queue records.
// expect: record: the queue comes first, a variable that is not const, then a function that takes a recorder: record(queue, [&](at::recorder<A>& on) { ... })
#include <allotype/allotype.hpp>
#include <allotype/graph.hpp>
namespace at = allotype;

void make(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& numbers) {
#ifdef TWIN
  (void)at::record(on, [&](at::recorder<at::cpu>& recorder) { at::fill(recorder, numbers, 1.f); });
#else
  (void)at::record([&](at::recorder<at::cpu>& recorder) { at::fill(recorder, numbers, 1.f); });  // here
#endif
  (void)on;
}
