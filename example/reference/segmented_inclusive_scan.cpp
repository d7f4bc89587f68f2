// SPDX-License-Identifier: BSL-1.0
// Running sums of each of several segments.
#include <allotype/segmented_scan.hpp>
#include <allotype/segmented_sort.hpp>
#include <allotype/sort_indices.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::buffer const begins{on, std::vector<int>{0, 2, 5}};  // two segments
  at::buffer<int, at::cpu> sums{on, at::extents{5}};
  auto const one = [=] ALLOTYPE_FN(int) { return 1; };
  auto const result = sums.view(on);
  at::segmented_inclusive_scan(on, begins, sums, 0, at::plus{}, one);
  std::printf("%d %d, %d %d %d\n", result(0), result(1), result(2), result(3), result(4));
  at::segmented_exclusive_scan(on, begins, sums, 0, at::plus{}, one);
  std::printf("%d %d, %d %d %d\n", result(0), result(1), result(2), result(3), result(4));
}
