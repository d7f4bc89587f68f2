// SPDX-License-Identifier: BSL-1.0
// A task is given the queue that it runs on, before its other arguments.
// expect: on: a queue comes first, a variable that is not const, and behind it the other arguments
#include <allotype/allotype.hpp>
namespace at = allotype;
constexpr auto doubled = at::task<at::cpu>("doubled", [](auto&, int number) { return 2 * number; });
inline int go([[maybe_unused]] at::queue<at::cpu>& on) {
#ifdef TWIN
  return doubled.on(on, 21).value();
#else
  return doubled.on(21).value();  // here
#endif
}
