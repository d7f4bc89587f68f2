// SPDX-License-Identifier: BSL-1.0
// An installation of Flyte with labels of its own, and the pod that it makes of the message for an accelerator.
// Shows: flyte::gpu_accelerator, flyte::partitioning
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;

struct our_flyte {
  static constexpr at::flyte::backend settings{.generation = at::flyte::dialect::flyteidl,
                                               .device_label = "acme.example/gpu"};
};
constexpr at::flyte::gpu_accelerator sent{
    .device = "nvidia-tesla-a100", .partitioning = at::flyte::partitioning::partition, .partition_size = "2g.10gb"};

int main() {
  at::kubernetes::pod_request const pod = at::flyte::pod_of(sent, our_flyte::settings);
  std::printf("%s", to_yaml(at::kubernetes::to_document(pod)).c_str());
}
