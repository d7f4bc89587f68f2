// SPDX-License-Identifier: BSL-1.0
// The result of a task where its value is meant.
// expect: the_value_of_a_result_is_value
#include <allotype/allotype.hpp>
namespace at = allotype;

constexpr auto triple = at::task<at::cpu>("triple", [](auto&, int n) { return 3 * n; });
#ifdef TWIN
int nine() { return triple(3).value(); }
#else
int nine() { return triple(3); }  // here
#endif
