// SPDX-License-Identifier: BSL-1.0
// A job in a queue of Kueue, and what its administrator writes.
// Shows: kueue::job_request
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;
using namespace at::literals;
constexpr auto queued = at::request<at::kueue::on<at::system<"kubernetes-mixed">>, at::A100::partition<"2g.10gb">>(
    {.cpus = 4, .memory = 16_GiB});

constexpr auto claimed = at::request<at::kueue::on<at::system<"dra">>, at::A100::partition<"2g.10gb">>();

int main() {
  std::printf("%s\n", to_json(at::kueue::job(queued, "team-a")).c_str());
  std::printf("%s\n", to_json(at::kueue::resource_flavor(queued)).c_str());
  std::printf("%s\n", to_json(at::kueue::cluster_queue(queued, "vision")).c_str());
  std::printf("%s\n", to_json(at::kueue::memory_transformation(queued, "example.com/gpu-memory")).c_str());
  std::printf("%s\n", to_json(at::kueue::device_class_mapping(claimed, "example.com/mig")).c_str());
}
