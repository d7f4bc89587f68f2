// SPDX-License-Identifier: BSL-1.0
/// \file
/// Whether a device that was found is the accelerator that a type names.
#pragma once

#include <vector>

#include <allotype/machine/detail/told_device.hpp>

namespace allotype {
/// The devices of the machine that are an `A`, masks aside.
template <nvidia_gpu A>
std::vector<found_device> devices_that_are(machine const& here) {
  auto const wanted = detail::wanted_device_of<A>();
  std::vector<found_device> matching;
  for (found_device const& device : devices_of(here)) {
    if (detail::is_wanted(wanted, device)) matching.push_back(device);
  }
  return matching;
}

}  // namespace allotype
