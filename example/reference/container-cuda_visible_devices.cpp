// SPDX-License-Identifier: BSL-1.0
// The variable that shows a program some devices alone, and its mistakes.
// Shows: container::hip_visible_devices, container::devices_of
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;

int main() {
  at::container::device const part{
      .gpu = 0, .partition = 1, .uuid = at::device_uuid("MIG-5c9a8b2e-0000-0000-0000-000000000001")};
  std::puts(at::container::cuda_visible_devices({part}).c_str());
  std::puts(at::container::hip_visible_devices({{.gpu = 3}}).c_str());
  // Of the machine's own devices: devices_of(at::find<A100>(at::probe())). None was found here:
  auto const found = at::container::devices_of(std::vector<at::found_device>{});
  try {
    (void)at::container::cuda_visible_devices(found);
  } catch (at::input_error const& error) {
    std::puts(error.what());
  }
}
