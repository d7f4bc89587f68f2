// SPDX-License-Identifier: BSL-1.0
// The task behind the command line.
// expect: choose: what will run is missing: choose(task, argc, argv), or choose<A100>(argc, argv)
#include <allotype/allotype.hpp>
#include <allotype/parallel/registry.hpp>
namespace at = allotype;
constexpr auto answer = at::task<at::cpu>("answer", [](auto&) { return 42; });

void go(int argc, char** argv) {
#ifdef TWIN
  auto const devices = at::choose(answer, argc, argv);
#else
  auto const devices = at::choose(argc, argv, answer);  // here
#endif
  (void)answer.on_each(devices);
}
