// SPDX-License-Identifier: BSL-1.0
// A kernel is called once for each index, in any order.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

struct multiply {
  at::view<int, 2, at::cpu> table;
  ALLOTYPE_FN void operator()(int row, int column) const { table(row, column) = (row + 1) * (column + 1); }
};
static_assert(at::kernel_over<multiply, at::extents<2>>);  // two indices
static_assert(!at::kernel_over<multiply, at::extents<1>>);

int main() {
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> memory{on, at::extents{2, 3}};
  auto const table = memory.view(on, at::extents{2, 3});
  at::for_each(on, table.extents, multiply{table});
  for (int row = 0; row < 2; ++row) std::printf("%d %d %d\n", table(row, 0), table(row, 1), table(row, 2));
}
