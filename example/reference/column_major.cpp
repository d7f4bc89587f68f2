// SPDX-License-Identifier: BSL-1.0
// The order of Fortran: (row, column) and (row + 1, column) are neighbours in memory.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

static_assert(std::is_same_v<at::view<int, 2, at::cpu>::layout_type, at::row_major>);

int main() {
  at::queue<at::cpu> on;
  at::buffer numbers{on, std::vector<int>{0, 1, 2, 3, 4, 5}};
  auto const columns = numbers.view(on, at::extents{2, 3}, at::column_major{});
  std::printf("%d %d %d\n%d %d %d\n", columns(0, 0), columns(0, 1), columns(0, 2), columns(1, 0), columns(1, 1),
              columns(1, 2));
}
