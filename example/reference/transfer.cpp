// SPDX-License-Identifier: BSL-1.0
// From the memory of one accelerator to that of another.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> from, to;
  at::buffer const there{from, std::vector<int>{1, 2, 3}};
  at::buffer<int, at::cpu> const here = at::transfer(from, there, to);
  std::printf("%d\n", here.view(to)(2));
}
