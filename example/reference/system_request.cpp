// SPDX-License-Identifier: BSL-1.0
// What systems with one line or one document are asked for.
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;

constexpr at::system_request on_pbs = at::request<at::system<"pbs">, at::A100>({.count = 2, .cpus = 8});

int main() {
  std::puts(at::to_string(on_pbs).c_str());
  std::puts(to_json(at::to_document(at::request<at::system<"skypilot">, at::A100>())).c_str());
}
