// SPDX-License-Identifier: BSL-1.0
// A task whose function counts its calls in itself.
// expect: the task's function changes itself, as a mutable lambda does
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
constexpr auto count = at::task<at::cpu>("count", [](auto&, int n) { return n; });
#else
constexpr auto count = at::task<at::cpu>("count", [calls = 0](auto&, int n) mutable { return n + ++calls; });
#endif
int go() { return count(1).value(); }  // here
