// SPDX-License-Identifier: BSL-1.0
// A task without a name.
// expect: task: the arguments are a name and a function
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
constexpr auto twice = at::task<at::cpu>("twice", [](auto&, int n) { return 2 * n; });
#else
constexpr auto twice = at::task<at::cpu>([](auto&, int n) { return 2 * n; });  // here
#endif
int go() { return twice(1).value(); }
