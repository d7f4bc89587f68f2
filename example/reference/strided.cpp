// SPDX-License-Identifier: BSL-1.0
// Every second element of a column, from the last one on, and a range-based loop over a line.
// Shows: strided_view, column_view, reversed_view
#include <allotype/view_adaptors.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::buffer const numbers{on, std::vector<int>{11, 12, 21, 22, 31, 32}};
  auto const rows = at::column(numbers.view(on, at::extents{3, 2}), 1);
  auto const chosen = at::reversed(at::strided(rows, 2));
  int sum = 0;
  for (int const each : numbers.view(on)) sum += each;
  std::printf("%d %d, sum %d\n", chosen(0), chosen(1), sum);
}
