// SPDX-License-Identifier: BSL-1.0
// A result for each of many ranges that follow one another.
#include <allotype/block_ranges.hpp>
#include <allotype/multi_reduce.hpp>
#include <allotype/segmented_reduce.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::buffer const begins{on, std::vector<int>{0, 2, 2, 5}};  // of three ranges; the second one is empty
  at::buffer const numbers{on, std::vector<int>{1, 2, 3, 4, 5}};
  at::buffer<int, at::cpu> sums{on, at::extents{3}};
  auto const values = numbers.view(on);
  at::segmented_reduce(on, begins, sums, 0, at::plus{}, [=] ALLOTYPE_FN(int i) { return values(i); });
  auto const result = sums.view(on);
  std::printf("%d %d %d\n", result(0), result(1), result(2));
}
