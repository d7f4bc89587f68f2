// SPDX-License-Identifier: BSL-1.0
// All layouts of a board.
#include <allotype/allotype.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/cluster/request/node_labels.hpp>

#include <cstdio>
#include <string>

namespace at = allotype;
using every = at::layouts_of<at::A100>;

int main() {
  std::printf("%d, of them full %d; without media extensions %d\n", every::size, every::maximal,
              at::layouts_of<at::A100, at::profile_set::base>::maximal);
}
