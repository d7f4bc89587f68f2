// SPDX-License-Identifier: BSL-1.0
// Options that give a container some of a machine's GPUs, for Docker, Podman and Compose.
// Shows: container::docker_gpus, container::docker_runtime, container::cdi_options, container::cdi_option_of_all,
// container::named_by, container::compose_service
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
  std::vector<at::container::device> const devices{
      {.gpu = 0, .partition = 1, .uuid = at::device_uuid("MIG-5c9a8b2e-0000-0000-0000-000000000001")}};
  std::puts(at::container::docker_gpus(devices).c_str());
  std::puts(at::container::docker_gpus(2).c_str());  // any two
  std::puts(at::container::docker_runtime(devices).c_str());
  std::puts(at::container::cdi_options(devices).c_str());
  std::puts(at::container::cdi_options(devices, at::container::named_by::type_and_index).c_str());
  std::puts(at::container::cdi_option_of_all().c_str());
  std::printf("%s", to_yaml(at::container::compose_service(devices)).c_str());
}
