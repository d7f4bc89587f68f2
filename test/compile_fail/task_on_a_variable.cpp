// SPDX-License-Identifier: BSL-1.0
// A variable in place of an accelerator.
// expect: task<Wanted>: an accelerator is a type, and no variable: write task<at::A100>, task<at::cpu>
#include <allotype/allotype.hpp>
namespace at = allotype;

[[maybe_unused]] constexpr at::cpu here{};
#ifdef TWIN
[[maybe_unused]] constexpr auto work = at::task<at::cpu>("work", [](auto&) {});
#else
[[maybe_unused]] constexpr auto work = at::task<here>("work", [](auto&) {});  // here
#endif
