// SPDX-License-Identifier: BSL-1.0
// only: clang
// flags(clang): -Werror=dangling
// A pointer into a text that is gone at the end of the line. A warning of clang's; g++ is silent.
// expect: temporary whose address is used as value of local variable 'kept' will be destroyed at the end of the full-expression
#include <allotype/allotype.hpp>
namespace at = allotype;

int length(at::queue<at::cpu>& on) {
#ifdef TWIN
  auto const kept = to_string(on);
  return std::snprintf(nullptr, 0, "%s", kept.text());
#else
  char const* const kept = to_string(on).text();  // here
  return std::snprintf(nullptr, 0, "%s", kept);
#endif
}
