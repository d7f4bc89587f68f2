// SPDX-License-Identifier: BSL-1.0
// The code of doc/statistics.md says and does what the page says.
#include "statistics.md.hpp"

int main() {
  print_machine();
  at::machine const here = at::probe();
  print_presence(here);
  check_all(here);
  auto const devices = here.devices();
  for (at::found_device const& device : devices) {
    if (device.slice != nullptr && !device.type().empty()) std::cout << memory_on_paper(device) << "\n";
  }
  if (!devices.empty()) print_statistics(devices.front());
  watch(devices);
  watch_from_here(devices);
}
