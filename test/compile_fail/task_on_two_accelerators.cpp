// SPDX-License-Identifier: BSL-1.0
// Accelerators behind one another.
// expect: task<Wanted, Options...>: the options are limits<...> and needs<...>; several accelerators stand in any_of<...>
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
[[maybe_unused]] constexpr auto work = at::task<at::any_of<at::A100, at::cpu>>("work", [](auto&) {});
#else
[[maybe_unused]] constexpr auto work = at::task<at::A100, at::cpu>("work", [](auto&) {});  // here
#endif
