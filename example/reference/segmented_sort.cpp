// SPDX-License-Identifier: BSL-1.0
// Each of several segments in an order, and values that move with their keys.
#include <allotype/segmented_scan.hpp>
#include <allotype/segmented_sort.hpp>
#include <allotype/sort_indices.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::buffer const begins{on, std::vector<int>{0, 2, 5}};  // two segments
  at::buffer keys{on, std::vector<int>{9, 4, 3, 8, 1}}, values{on, std::vector<int>{0, 1, 2, 3, 4}};
  auto const key = keys.view(on);
  auto const value = values.view(on);
  at::segmented_sort_by_key(on, begins, keys, values);
  std::printf("%d %d, %d %d %d\n", key(0), key(1), key(2), key(3), key(4));
  std::printf("%d %d, %d %d %d\n", value(0), value(1), value(2), value(3), value(4));
  at::segmented_sort(on, begins, keys, at::descending{});
  std::printf("%d %d, %d %d %d\n", key(0), key(1), key(2), key(3), key(4));
}
