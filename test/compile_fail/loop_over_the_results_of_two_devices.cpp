// SPDX-License-Identifier: BSL-1.0
// A number of devices in place of devices, in a loop over the results.
// expect: on_each: the devices come first, which choose makes (allotype/parallel/registry.hpp): task.on_each(at::choose(task, argc, argv), arguments...)
#include <allotype/allotype.hpp>
#include <allotype/parallel/registry/choose.hpp>
namespace at = allotype;

constexpr auto twice = at::task<at::cpu>("twice", [](auto&, int n) { return 2 * n; });

int go(int argc, char** argv) {
  int sum = argc + (argv == nullptr ? 1 : 0);
#ifdef TWIN
  for (auto const& result : twice.on_each(at::choose(twice, argc, argv), 21)) sum += result.value();
#else
  for (auto const& result : twice.on_each(2, 21)) sum += int(result.value());  // here
#endif
  return sum;
}
