// SPDX-License-Identifier: BSL-1.0
// For each element the sum of the elements up to it, and of those before it.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::buffer const counts{on, std::vector<int>{3, 1, 2}};
  at::buffer<int, at::cpu> sums{on, at::extents{3}};
  at::inclusive_scan(on, counts, sums, at::plus{});
  std::printf("%d %d %d\n", sums.view(on)(0), sums.view(on)(1), sums.view(on)(2));
  at::exclusive_scan(on, counts, sums, 0, at::plus{});
  std::printf("%d %d %d\n", sums.view(on)(0), sums.view(on)(1), sums.view(on)(2));
}
