// SPDX-License-Identifier: BSL-1.0
// The code of doc/reference/launch.md does what the page says.
#include "launch.md.hpp"

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

  right = right && threes_below(on, 300)[299] == 897;

  auto const places = numbered(on, 5);
  right = right && places.size() == 480 && places[0] == 0 && places[49] == 101 && places[479] == 947;

  auto const shares = normalised(on, 2, 4, {1, 2, 3, 4, 2, 2, 2, 2});
  right = right && shares == std::vector<float>{0.1f, 0.2f, 0.3f, 0.4f, 0.25f, 0.25f, 0.25f, 0.25f};
  // | 1 2 . |
  // | . . . |
  // | . 3 4 |
  right = right &&
          ::product(on, {0, 2, 2, 4}, {0, 1, 1, 2}, {1, 2, 3, 4}, {10, 100, 1000}) == std::vector<double>{210, 0, 4300};

  at::buffer<int, at::cpu> unused{on, at::extents{64}};
  using blocks_of_64 = at::grid<at::threads_per_block<64>, at::shared_memory_per_block<1_KiB>>;
  at::launch(on, blocks_of_64{0}, reversed_in_blocks{unused.view(on)});
  std::vector<int> const of_seven = in_blocks_of(on, 7);
  right = right && of_seven[0] == 6 && of_seven[6] == 0 && of_seven[27] == 0;
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
