// SPDX-License-Identifier: BSL-1.0
// Devices are a text where accelerators are chosen, as in a configuration file.
// expect: an option is a text: {.accelerator = "cpu", .devices = "0,1"}
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;
constexpr auto count_up = at::task<at::cpu>("count up", [](auto& on) { on.wait(); });

void go() {
#ifdef TWIN
  auto const devices = at::choose(count_up, {.accelerator = "cpu", .devices = "2"});
#else
  auto const devices = at::choose(count_up, {.accelerator = "cpu", .devices = 2});  // here
#endif
  count_up.on_each(devices);
}
