// SPDX-License-Identifier: BSL-1.0
// The value of a task whose function returns nothing.
// expect: the_function_of_this_task_returns_a_value
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
constexpr auto clean = at::task<at::cpu>("clean", [](auto&) { return 1; });
#else
constexpr auto clean = at::task<at::cpu>("clean", [](auto&) {});
#endif
int go() {
  return clean().value();  // here
}
