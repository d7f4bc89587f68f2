// SPDX-License-Identifier: BSL-1.0
// A queue whose accelerator nothing tells.
// expect: an accelerator is a device or a part of one: queue<cpu>, buffer<float, A100::partition<"2g.10gb">>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
void wait() { at::queue<at::cpu>{}.wait(); }
#else
void wait() { at::queue{}.wait(); }  // here
#endif
