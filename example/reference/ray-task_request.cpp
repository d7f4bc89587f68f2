// SPDX-License-Identifier: BSL-1.0
// Ray's options of a task, and the line that starts a worker.
// Shows: kuberay::group_request
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;

constexpr at::ray::task_request request = at::request<at::system<"ray">, at::A100::partition<"3g.20gb">>({.count = 2});
constexpr auto worker = at::request<at::kuberay::on<at::system<"kubernetes-mixed">>, at::A100>();

int main() {
  std::printf("%s\n", to_json(at::ray::to_document(request)).c_str());
  std::puts(at::ray::start_line(request, {"MIG-1", "MIG-2"}).c_str());
  std::printf("%s\n", to_json(at::kuberay::worker_group(worker)).c_str());
  std::puts(at::kuberay::start_line(worker).c_str());
}
