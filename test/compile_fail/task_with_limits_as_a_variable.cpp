// SPDX-License-Identifier: BSL-1.0
// Limits as a variable in place of their type.
// expect: task<Wanted, Options...>: the options are types, limits<...> and needs<...>, and no variables
#include <allotype/allotype.hpp>
namespace at = allotype;

[[maybe_unused]] constexpr at::limits<at::cpus<2>> two{};
#ifdef TWIN
[[maybe_unused]] constexpr auto work = at::task<at::cpu, at::limits<at::cpus<2>>>("work", [](auto&) {});
#else
[[maybe_unused]] constexpr auto work = at::task<at::cpu, two>("work", [](auto&) {});  // here
#endif
