// SPDX-License-Identifier: BSL-1.0
// The function of a task lacks the queue, in a task that a function makes and calls.
// expect: the task's function takes the queue of one of the task's accelerators first: [](auto& on, int n) { ... }
#include <allotype/allotype.hpp>
namespace at = allotype;

int go() {
#ifdef TWIN
  auto const work = at::task<at::cpu>("work", [](auto&, int n) { return n; });
#else
  auto const work = at::task<at::cpu>("work", [](int n) { return n; });  // here
#endif
  return work(1).value();
}
