// SPDX-License-Identifier: BSL-1.0
// A queue of several accelerators.
// expect: an accelerator is a device or a part of one: queue<cpu>, buffer<float, A100::partition<"2g.10gb">>. Of any_of<...> and list<...> a task takes the first that is there
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
void wait() { at::queue<at::cpu>{}.wait(); }
#else
void wait() { at::queue<at::any_of<at::A100, at::cpu>>{}.wait(); }  // here
#endif
