// SPDX-License-Identifier: BSL-1.0
// A result is no optional and no pointer: its value is value().
// expect: the_value_of_a_result_is_value
#include <allotype/allotype.hpp>
namespace at = allotype;
constexpr auto answer = at::task<at::cpu>("answer", [](auto&) { return 42; });
inline int go() {
  auto const found = answer();
#ifdef TWIN
  return found.value();
#else
  return *found;  // here
#endif
}
