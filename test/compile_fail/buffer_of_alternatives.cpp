// SPDX-License-Identifier: BSL-1.0
// A buffer in memory of several accelerators.
// expect: an accelerator is a device or a part of one: queue<cpu>, buffer<float, A100::partition<"2g.10gb">>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
long long size(at::queue<at::cpu>& on) { return at::buffer<float, at::cpu>{on, at::extents{8}}.size(); }
#else
long long size(at::queue<at::cpu>& on) {
  return at::buffer<float, at::list<at::A100, at::cpu>>{on, at::extents{8}}.size();  // here
}
#endif
