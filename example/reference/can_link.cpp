// SPDX-License-Identifier: BSL-1.0
// How two accelerators can talk to each other.
#include <allotype/allotype.hpp>
#include <allotype/plan/communication.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;
using half = at::H100_80GB::partition<"3g.40gb">;
using whole = at::H100_80GB::unpartitioned;

int main() {
  std::printf("peer to peer: %d and %d\n", at::can_link<at::link_kind::peer, whole, whole>,
              at::can_link<at::link_kind::peer, half, whole>);
  std::printf("NCCL 2.32: %d, 2.29: %d\n", at::can_link<at::nccl{2, 32}, half, half>,
              at::can_link<at::nccl{2, 29}, half, half>);
}
