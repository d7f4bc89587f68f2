// SPDX-License-Identifier: BSL-1.0
// The two arguments of a buffer in the other order.
// expect: an accelerator is a device or a part of one: queue<cpu>, buffer<float, A100::partition<"2g.10gb">>
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::buffer<float, at::cpu> numbers{on, at::extents{100}};
#else
  at::buffer<at::cpu, float> numbers{on, at::extents{100}};  // here
#endif
  at::fill(on, numbers, 0.f);
}
