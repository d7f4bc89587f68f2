// SPDX-License-Identifier: BSL-1.0
// Many results in one pass: the function says to which one each value belongs.
#include <allotype/block_ranges.hpp>
#include <allotype/multi_reduce.hpp>
#include <allotype/segmented_reduce.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> sums{on, at::extents{3}};
  at::fill(on, sums, 0);
  at::multi_reduce(on, at::extents{10}, sums, at::plus{}, [=] ALLOTYPE_FN(int i) { return at::indexed{i, i % 3}; });
  auto const result = sums.view(on);
  std::printf("%d %d %d\n", result(0), result(1), result(2));
}
