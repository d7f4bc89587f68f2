// SPDX-License-Identifier: BSL-1.0
// What Flyte is asked for by a task that states its needs, and what it has no name for.
// Shows: flyte::has_name, flyte::can_be_shared, flyte::shared, flyte::dialect, flyte::device_class
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
static_assert(at::flyte::has_name<slice> && !at::flyte::has_name<at::cpu>);
static_assert(at::flyte::can_be_shared<at::T4> && !at::flyte::can_be_shared<at::A100>);
constexpr auto sent = at::flyte::message_of<at::flyte::shared<at::T4>, at::flyte::dialect::flyteidl2>;
static_assert(sent.device_class == at::flyte::device_class::nvidia_gpu);

using namespace at::literals;
constexpr auto clean = at::task<slice, at::limits<at::cpus<4>, at::memory<8_GiB>>>("clean", [](auto&) {});
constexpr auto request = at::flyte::request_of(clean);

int main() {
  std::printf("a share of a T4: %s\n", sent.device);
  std::printf("clean: %d cores\n", request.cpus);
}
