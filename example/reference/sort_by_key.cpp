// SPDX-License-Identifier: BSL-1.0
// Values move with their keys.
#include <allotype/sort.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::buffer keys{on, std::vector<int>{3, 1, 2}};
  at::buffer values{on, std::vector<char>{'c', 'a', 'b'}};
  at::sort_by_key(on, keys, values, at::ascending{});
  std::printf("%c %c %c\n", values.view(on)(0), values.view(on)(1), values.view(on)(2));
}
