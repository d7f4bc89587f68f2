// SPDX-License-Identifier: BSL-1.0
// print_visible_devices: what this process may use of NVIDIA's devices, for test/slurm/masks.py. A line each: what the
// probe found, `found UUID visible|hidden|unknown`; and the variables that hid the others, `masks NAME=VALUE`.

#include <cstdio>

#include <allotype/core/error.hpp>
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
    for (at::found_device const& device : here.devices())
      std::printf("found %s %s\n", at::to_string(device.uuid()).c_str(), word_for(device.visible()));
    std::printf("masks %s\n", here.nvidia.masks.c_str());
  } catch (at::error const& error) {
    std::printf("error %s\n", error.what());
    return 1;
  }
}
