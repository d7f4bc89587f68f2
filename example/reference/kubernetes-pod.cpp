// SPDX-License-Identifier: BSL-1.0
// A pod, a job, and the labels of nodes.
// Shows: kubernetes::pod_request, kubernetes::mig_strategy
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
using alike = at::pool<"alike", at::system<"kubernetes-single">, at::layout<at::A100, "3g.20gb", "3g.20gb">>;
constexpr auto request = at::request<at::system<"kubernetes-mixed">, slice>();
constexpr auto training = at::request<at::system<"kubernetes-mixed">, at::H100_80GB>({.count = 8, .nodes = 2});

int main() {
  at::work const work{.name = "clean", .image = "registry.example/clean:1"};
  std::printf("%s---\n", to_yaml(at::kubernetes::pod(request, work)).c_str());
  std::printf("%s---\n", to_yaml(at::kubernetes::job(training, work)).c_str());
  std::printf("%s---\n", to_yaml(at::kubernetes::to_document(request)).c_str());  // for a manifest of one's own
  std::printf("%s---\n", to_yaml(at::kubernetes::headless_service(work)).c_str());
  std::printf("%s", to_yaml(at::kubernetes::node_labels<alike>()).c_str());
}
