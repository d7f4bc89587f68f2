// SPDX-License-Identifier: BSL-1.0
// How a loop is divided: where indices take different times, where a GPU's thread takes several, where the first index
// runs fastest.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> memory{on, at::extents{4, 4}};
  auto const line = memory.view(on);
  at::for_each(on, line.extents, [=] ALLOTYPE_FN(int i) { line(i) = i; }, at::dynamic{2});
  at::for_each(on, line.extents, [=] ALLOTYPE_FN(int i) { line(i) *= 2; }, at::indices_per_thread<4>{});
  auto const plane = memory.view(on, at::extents{4, 4}, at::column_major{});
  at::for_each(
      on, plane.extents, [=] ALLOTYPE_FN(int row, int column) { plane(row, column) += 1; }, at::first_index_fastest{});
  std::printf("%d\n", line(15));
}
