// SPDX-License-Identifier: BSL-1.0
// The function of a task lacks the queue, in a task that a function makes and calls.
// expect: the task's function cannot be called on this alternative with these arguments
// expect: It takes the alternative's queue first
#include <allotype/allotype.hpp>
namespace at = allotype;

int go() {
#ifdef TWIN
  auto const work = at::task<at::cpu>("work", [](auto&, int n) { return n; });
#else
  auto const work = at::task<at::cpu>("work", [](int n) { return n; });
#endif
  return work(1).value();  // here
}
