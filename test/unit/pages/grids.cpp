// SPDX-License-Identifier: BSL-1.0
// The code of doc/grids.md does what the page says.
#include "grids.md.hpp"

#include <cstdio>

int main() {
  at::queue<at::cpu> on;
  std::vector<int> const of_seven = in_blocks_of(on, 7);
  bool right = of_seven[0] == 6 && of_seven[6] == 0 && of_seven[27] == 0;
  right = right && threes_below(on, 300)[299] == 897;

  auto const places = numbered(on, 5);
  right = right && places.size() == 480 && places[0] == 0 && places[49] == 101 && places[479] == 947;
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
