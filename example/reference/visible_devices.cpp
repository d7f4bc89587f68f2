// SPDX-License-Identifier: BSL-1.0
// What a process may use: the devices of a machine, and the mask of CUDA_VISIBLE_DEVICES.
// Shows: devices_present
#include <allotype/devices.hpp>

#include <cstdio>

namespace at = allotype;

int main() {
  at::devices_present here("GPU");
  here.add("GPU-11111111-0000-0000-0000-000000000000").add("GPU-22222222-0000-0000-0000-000000000000");
  at::visible_devices const visible(here, {.cuda_visible_devices = "1"});
  std::printf("%d of %d\n", visible.count, visible.known);
  std::printf("%s\n", to_string(visible.device[0].uuid).text());
  try {
    (void)visible.select("1,");
  } catch (at::device_selection_error const& error) {
    std::printf("%s\n", error.what());
  }
}
