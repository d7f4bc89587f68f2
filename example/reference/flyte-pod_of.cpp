// SPDX-License-Identifier: BSL-1.0
// The pod that Flyte makes of an accelerator, by its version.
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;

constexpr auto on_gke = at::flyte::pod_of<at::A100::partition<"2g.10gb">, at::flyte::flyte1_on_gke>();

int main() {
  std::printf("%lld %lld %lld\n", static_cast<long long>(on_gke.limit("nvidia.com/gpu")),
              static_cast<long long>(at::flyte::pod_of<at::V5P, at::flyte::flyte1>().limit("nvidia.com/gpu")),
              static_cast<long long>(at::flyte::pod_of<at::V5P, at::flyte::flyte2>().limit("google.com/tpu")));
}
