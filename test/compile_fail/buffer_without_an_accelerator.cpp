// SPDX-License-Identifier: BSL-1.0
// The second type of a buffer is whose memory it is.
// expect: an accelerator is a device or a part of one: queue<cpu>, buffer<float, A100::partition<"2g.10gb">>
#include <allotype/allotype.hpp>
namespace at = allotype;
inline void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::buffer<float, at::cpu> const numbers{on, at::extents{100}};
#else
  at::buffer<float> const numbers{on, at::extents{100}};  // here
#endif
  (void)numbers;
}
