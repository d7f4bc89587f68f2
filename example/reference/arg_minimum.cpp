// SPDX-License-Identifier: BSL-1.0
// Where the smallest value of a function is; of equal values the smaller index.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  auto const distance = [=] ALLOTYPE_FN(int i) { return at::indexed{(i - 3) * (i - 3), i}; };
  at::indexed const nearest = at::reduce(on, at::extents{10}, at::indexed{1000, 10}, at::arg_minimum{}, distance);
  at::indexed const farthest = at::reduce(on, at::extents{10}, at::indexed{-1, 10}, at::arg_maximum{}, distance);
  std::printf("%d at %d, %d at %d\n", nearest.value, nearest.index, farthest.value, farthest.index);
}
