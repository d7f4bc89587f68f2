// SPDX-License-Identifier: BSL-1.0
// A task on the name of an accelerator.
// expect: task<Wanted>: an accelerator is a type, and no text: write task<at::A100> or task<at::cpu>
#include <allotype/allotype.hpp>
#include <allotype/catalog/nvidia.hpp>
namespace at = allotype;

#ifdef TWIN
constexpr auto twice = at::task<at::any_of<at::A100, at::cpu>>("twice", [](auto&, int n) { return 2 * n; });
#else
constexpr auto twice = at::task<"A100">("twice", [](auto&, int n) { return 2 * n; });  // here
#endif
int go() { return twice(1).value(); }
