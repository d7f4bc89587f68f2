// SPDX-License-Identifier: BSL-1.0
// Any GPU that is large enough, on systems whose users ask by memory.
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;

int main() {
  using namespace at::literals;
  std::printf("%s\n", at::htcondor::devices_by_memory({8, 0}, 40_GiB, 2).c_str());
}
