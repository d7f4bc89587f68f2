// SPDX-License-Identifier: BSL-1.0
// A loop over what probe found.
// expect: a_loop_over_a_machine_goes_over_its_devices
#include <cstdio>

#include <allotype/machine.hpp>
namespace at = allotype;

void print(at::machine const& here) {
#ifdef TWIN
  for (at::found_device const& device : here.devices()) std::puts(device.name().c_str());
#else
  for (at::found_device const& device : here) std::puts(device.name().c_str());  // here
#endif
}
