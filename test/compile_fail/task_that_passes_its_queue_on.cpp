// SPDX-License-Identifier: BSL-1.0
// A call with another argument than a function takes that passes its queue on: the function itself is in no error.
// expect: the task's function cannot be called on this alternative with these arguments
// expect: It takes the alternative's queue first, (queue<A>& on, ...) or (auto& on, ...)
// expect: allotype::cpu
#include <allotype/allotype.hpp>
namespace at = allotype;

template <at::accelerator A>
float twice(at::queue<A>&, float number) {
  return 2 * number;
}
constexpr auto doubled = at::task<at::cpu>("doubled", [](auto& on, float number) { return twice(on, number); });
#ifdef TWIN
float go() { return doubled(3.5f).value(); }
#else
float go() { return doubled("three").value(); }  // here
#endif
