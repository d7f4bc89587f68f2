// SPDX-License-Identifier: BSL-1.0
// The code of doc/blocks.md does what the page says.
#include "blocks.md.hpp"

#include <cstdio>

int main() {
  at::queue<at::cpu> on;
  auto const numbers = in_blocks(on);
  bool right = numbers[0] == 63 && numbers[63] == 0 && numbers[64] == 63 && numbers[255] == 0;

  int const size = 3 * side;
  std::vector<float> first, second;
  for (int i = 0; i < size * size; ++i) {
    first.push_back(static_cast<float>(i % 7));
    second.push_back(static_cast<float>(i % 5 - 2));
  }
  auto const product = multiplied(on, size, first, second);
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      float sum = 0;
      for (int i = 0; i < size; ++i) {
        sum += first[static_cast<std::size_t>(row * size + i)] * second[static_cast<std::size_t>(i * size + column)];
      }
      right = right && product[static_cast<std::size_t>(row * size + column)] == sum;
    }
  }

  right = right && threes(on, 50) == std::vector<float>(50, 3.0f);

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
