// SPDX-License-Identifier: BSL-1.0
// Flyte's messages of an accelerator and of a task, as bytes.
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;
using slice = at::A100::partition<"2g.10gb">;
struct extended {
  static constexpr at::flyte::extended_resources value{
      .gpu_accelerator = at::flyte::message_of<at::A100::unpartitioned>,
      .shared_memory = at::flyte::shared_memory_of("2Gi")};
};
struct clean_up {
  static constexpr at::flyte::task_template value =
      at::flyte::to_task_template(at::flyte::task_request<slice>{.type = "python-task", .cpus = 4});
};

int main() {
  std::printf("%d, %d and %d bytes\n", at::flyte::to_flyte_idl<slice>.size(), at::flyte::encode<extended>.size(),
              at::flyte::encode<clean_up>.size());
}
