// SPDX-License-Identifier: BSL-1.0
// print_visible_devices: what this process sees of NVIDIA's devices, for test/slurm/masks.py. A line each: what the probe
// found, `found UUID visible|hidden|unknown`; what the variables of this process leave, `left UUID`; and the masks that did.

#include <cstdio>

#include <allotype/core/error.hpp>
#include <allotype/devices/device_environment.hpp>
#include <allotype/machine/probe.hpp>

namespace at = allotype;

namespace {

char const* word_for(std::optional<bool> const& visible) {
  if (!visible) return "unknown";
  return *visible ? "visible" : "hidden";
}

}  // namespace

int main() {
  try {
    at::machine const here = at::probe();
    if (!here.nvidia.complete) throw at::error(at::message<2000>{} << here.nvidia.complete.text());
    for (at::found_device const& device : at::devices_of(here))
      std::printf("found %s %s\n", device.uuid().c_str(), word_for(device.visible()));
    auto const left = at::visible_cuda_devices(at::devices_present_among(here.nvidia), at::read_device_environment());
    for (int i = 0; i < left.count; ++i) {
      at::message<100> uuid;
      uuid << left.device[i].uuid;
      std::printf("left %s\n", uuid.text());
    }
    std::printf("masks %s\n", left.masks.text());
  } catch (at::error const& error) {
    std::printf("error %s\n", error.what());
    return 1;
  }
}
