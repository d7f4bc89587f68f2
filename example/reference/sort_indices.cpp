// SPDX-License-Identifier: BSL-1.0
// Indices in the order of what a function returns for them.
#include <allotype/segmented_scan.hpp>
#include <allotype/segmented_sort.hpp>
#include <allotype/sort_indices.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> nearest{on, at::extents{5}};
  at::sort_indices(on, at::extents{5}, nearest, [=] ALLOTYPE_FN(int i) { return (i - 3) * (i - 3); });
  auto const found = nearest.view(on);
  std::printf("%d %d %d %d %d\n", found(0), found(1), found(2), found(3), found(4));
}
