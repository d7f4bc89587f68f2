// SPDX-License-Identifier: BSL-1.0
// Sets all elements to one value; of a view, those of a part.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> numbers{on, at::extents{5}};
  at::fill(on, numbers, 1);
  auto const all = numbers.view(on);
  at::fill(on, all.part(at::box{{1, 3}}), 7);
  std::printf("%d %d %d %d %d\n", all(0), all(1), all(2), all(3), all(4));
}
