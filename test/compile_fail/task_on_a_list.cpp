// SPDX-License-Identifier: BSL-1.0
// A task on a list of types.
// expect: task<Wanted>: what a task runs on is an accelerator, such as at::A100 or at::cpu, or several in at::any_of<...>
#include <allotype/allotype.hpp>
#include <allotype/catalog/nvidia.hpp>
namespace at = allotype;

#ifdef TWIN
constexpr auto twice = at::task<at::any_of<at::A100, at::cpu>>("twice", [](auto&, int n) { return 2 * n; });
#else
constexpr auto twice = at::task<at::list<at::A100, at::cpu>>("twice", [](auto&, int n) { return 2 * n; });  // here
#endif
int go() { return twice(1).value(); }
