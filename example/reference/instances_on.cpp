// SPDX-License-Identifier: BSL-1.0
// Plans how the GPU of a machine gets another layout. The board is one that a driver could report.
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
  at::machine::found_board board;
  board.name = "NVIDIA A100-SXM4-40GB";
  try {
    (void)at::instances_on(board);
  } catch (at::input_error const& error) {
    std::puts(error.what());
  }
}
