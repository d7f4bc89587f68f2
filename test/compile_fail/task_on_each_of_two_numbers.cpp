// SPDX-License-Identifier: BSL-1.0
// Numbers of devices in place of devices.
// expect: on_each: the devices come first, which choose makes (allotype/parallel/registry.hpp): task.on_each(at::choose(task, argc, argv), arguments...)
#include <allotype/allotype.hpp>
#include <allotype/parallel/registry/choose.hpp>
namespace at = allotype;

constexpr auto twice = at::task<at::cpu>("twice", [](auto&, int n) { return 2 * n; });

int go(int argc, char** argv) {
#ifdef TWIN
  auto const results = twice.on_each(at::choose(twice, argc, argv), 21);
#else
  (void)argc, (void)argv;
  auto const results = twice.on_each({0, 1}, 21);  // here
#endif
  return results[0].value();
}
