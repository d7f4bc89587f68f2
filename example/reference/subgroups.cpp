// SPDX-License-Identifier: BSL-1.0
// The threads of a block in groups, each with work of its own: a row a group.
#include <allotype/block_ranges.hpp>
#include <allotype/multi_reduce.hpp>
#include <allotype/segmented_reduce.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

struct sum_rows {
  at::view<int, 2, at::cpu> rows;
  at::view<int, 1, at::cpu> sums;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    auto const groups = at::subgroups<8>(block);
    groups.for_each_nowait(rows.extents[0], [&](auto const& group, int row) {
      int const sum = group.reduce(rows.extents[1], 0, at::plus{}, [&](int column) { return rows(row, column); });
      group.single_nowait([&] { sums(row) = sum; });
    });
  }
};

int main() {
  at::queue<at::cpu> on;
  at::buffer numbers{on, std::vector<int>{1, 2, 3, 4, 5, 6}};
  at::buffer<int, at::cpu> sums{on, at::extents{2}};
  at::launch(on, at::grid<at::threads_per_block<32>>{1}, sum_rows{numbers.view(on, at::extents{2, 3}), sums.view(on)});
  std::printf("%d %d\n", sums.view(on)(0), sums.view(on)(1));
}
