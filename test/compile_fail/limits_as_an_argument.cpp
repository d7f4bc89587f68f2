// SPDX-License-Identifier: BSL-1.0
// Limits behind the function, where they are no type.
// expect: task: the arguments are a name and a function; limits and needs stand among the types
#include <allotype/allotype.hpp>
namespace at = allotype;

using few = at::limits<at::cpus<2>>;
#ifdef TWIN
constexpr auto twice = at::task<at::cpu, few>("twice", [](auto&, int n) { return 2 * n; });
#else
constexpr auto twice = at::task<at::cpu>("twice", [](auto&, int n) { return 2 * n; }, few{});  // here
#endif
int go() { return twice(1).value(); }
