// SPDX-License-Identifier: BSL-1.0
// An accelerator is chosen by options, which have names.
// expect: choose: behind the task stand (argc, argv), or accelerator_options with or without a machine, or nothing
#include <allotype/allotype.hpp>
#include <allotype/parallel/registry.hpp>
namespace at = allotype;
constexpr auto answer = at::task<at::cpu>("answer", [](auto&) { return 42; });
inline void go() {
#ifdef TWIN
  auto const devices = at::choose(answer, {.accelerator = "cpu"});
#else
  auto const devices = at::choose(answer, "cpu");  // here
#endif
  (void)devices;
}
