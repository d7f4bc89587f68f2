// SPDX-License-Identifier: BSL-1.0
// A function that returns the rank's queue.
// expect: run: the function returns a reference to what cannot be copied: return a value, or nothing
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

#ifdef TWIN
void go(at::executor<at::cpu> const& two) {
  two.run([](auto& here) { here.queue().wait(); });
}
#else
void go(at::executor<at::cpu> const& two) {
  two.run([](auto& here) -> auto& { return here.queue(); });  // here
}
#endif
