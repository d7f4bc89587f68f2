// SPDX-License-Identifier: BSL-1.0
// A task's function for the queue of an accelerator that the task does not name.
// expect: the task's function takes the queue of one of the task's accelerators first: [](auto& on, int n) { ... }
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
inline constexpr auto halved = at::task<at::cpu>("halve", [](at::queue<at::cpu>&, int n) { return n / 2; });
#else
inline constexpr auto halved = at::task<at::cpu>("halve", [](at::queue<at::A100>&, int n) { return n / 2; });  // here
#endif
inline int half_of(int n) { return *halved.name() + halved(n).value(); }
