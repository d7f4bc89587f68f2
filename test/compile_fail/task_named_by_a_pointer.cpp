// SPDX-License-Identifier: BSL-1.0
// A task whose name is a pointer, here to the characters of a text that may be gone when the task runs.
// expect: task: the name is a pointer, and what it points to may be gone when the task runs: write a literal, or a
// expect: std::string, which is copied
#include <allotype/allotype.hpp>
#include <string>
namespace at = allotype;

auto named(std::string const& name) {
#ifdef TWIN
  return at::task<at::cpu>(name, [](auto&, int number) { return 2 * number; });
#else
  return at::task<at::cpu>(name.c_str(), [](auto&, int number) { return 2 * number; });  // here
#endif
}
