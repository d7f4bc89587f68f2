// SPDX-License-Identifier: BSL-1.0
// The code of doc/block_ranges.md does what the page says.
#include "block_ranges.md.hpp"

#include <cstdio>

int main() {
  at::queue<at::cpu> on;
  auto const shares = normalised(on, 2, 4, {1, 2, 3, 4, 2, 2, 2, 2});
  bool right = shares == std::vector<float>{0.1f, 0.2f, 0.3f, 0.4f, 0.25f, 0.25f, 0.25f, 0.25f};
  // | 1 2 . |
  // | . . . |
  // | . 3 4 |
  right = right &&
          product(on, {0, 2, 2, 4}, {0, 1, 1, 2}, {1, 2, 3, 4}, {10, 100, 1000}) == std::vector<double>{210, 0, 4300};
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
