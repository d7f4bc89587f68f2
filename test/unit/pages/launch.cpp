// SPDX-License-Identifier: BSL-1.0
// The code of doc/reference/launch.md does what the page says.
#include "launch.md.hpp"

#include <cstdio>

int main() {
  at::queue<at::cpu> on;
  auto const numbers = in_blocks(on);
  bool right = numbers[0] == 63 && numbers[63] == 0 && numbers[64] == 63 && numbers[255] == 0;

  at::buffer<int, at::cpu> unused{on, at::extents{64}};
  using blocks_of_64 = at::grid<at::threads_per_block<64>, at::shared_memory_per_block<1_KiB>>;
  at::launch(on, blocks_of_64{0}, reversed_in_blocks{unused.view(on)});
  bool refused = false;
  try {
    at::launch(on, blocks_of_64{-1}, reversed_in_blocks{unused.view(on)});
  } catch (at::size_error const&) {
    refused = true;
  }
  right = right && refused;
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
