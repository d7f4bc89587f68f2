// SPDX-License-Identifier: BSL-1.0
// Elements in an order: the smallest first, the largest first, an order of one's own.
#include <allotype/sort.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

struct by_last_digit {
  ALLOTYPE_FN bool operator()(int a, int b) const { return a % 10 < b % 10; }
};

int main() {
  at::queue<at::cpu> on;
  at::buffer numbers{on, std::vector<int>{31, 4, 15, 92}};
  auto const values = numbers.view(on);
  at::sort(on, numbers);
  std::printf("%d %d %d %d\n", values(0), values(1), values(2), values(3));
  at::sort(on, numbers, at::descending{});
  std::printf("%d %d %d %d\n", values(0), values(1), values(2), values(3));
  at::sort(on, numbers, by_last_digit{});
  std::printf("%d %d %d %d\n", values(0), values(1), values(2), values(3));
}
