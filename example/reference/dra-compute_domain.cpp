// SPDX-License-Identifier: BSL-1.0
// A job over nodes whose GPUs NVLink connects: the domain, for the pods that claim a channel of it.
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;

using nodes = at::system<"dra", at::setting<"compute-domain", "true">>;
constexpr auto request = at::request<nodes, at::GB200>({.count = 4, .nodes = 2});

int main() { std::printf("%s", to_yaml(at::dra::compute_domain(request, {.name = "train"})).c_str()); }
