// SPDX-License-Identifier: BSL-1.0
// What is on this machine.
#include <allotype/allotype.hpp>
#include <allotype/machine.hpp>
#include <allotype/names.hpp>

#include <cstdio>

namespace at = allotype;

int main() {
  at::machine const here = at::probe();
  std::printf("processors: %d\n", here.host_processor.usable_processors() > 0);
  for (at::found_device const& device : here.devices()) (void)device.name();
}
