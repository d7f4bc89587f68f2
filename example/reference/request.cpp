// SPDX-License-Identifier: BSL-1.0
// What a system is asked for.
// Shows: request_options, document
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
static_assert(at::can_request<at::system<"kubernetes-mixed">, slice>);
constexpr auto pod = at::request<at::system<"kubernetes-mixed">, slice>({.count = 2});

int main() { std::printf("%s\n", to_json(to_document(pod)).c_str()); }
