// SPDX-License-Identifier: BSL-1.0
// A task without an accelerator.
// expect: task<Wanted>: what the task runs on is missing: write task<at::cpu>, or task<at::any_of<at::A100, at::cpu>>
#include <allotype/allotype.hpp>
namespace at = allotype;
#ifdef TWIN
inline constexpr auto answer = at::task<at::cpu>("answer", [](auto&) { return 42; });
#else
inline constexpr auto answer = at::task<>("answer", [](auto&) { return 42; });  // here
#endif
