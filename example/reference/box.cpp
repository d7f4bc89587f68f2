// SPDX-License-Identifier: BSL-1.0
// A loop over a part of a plane: of each dimension the first index, and the one behind the last.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> plane{on, at::extents{3, 4}};
  at::fill(on, plane, 0);
  auto const cells = plane.view(on, at::extents{3, 4});
  at::for_each(on, at::box{{1, 3}, {0, 2}}, [=] ALLOTYPE_FN(int row, int column) { cells(row, column) = 1; });
  for (int row = 0; row < 3; ++row)
    std::printf("%d %d %d %d\n", cells(row, 0), cells(row, 1), cells(row, 2), cells(row, 3));
}
