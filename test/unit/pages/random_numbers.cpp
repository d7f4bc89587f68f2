// SPDX-License-Identifier: BSL-1.0
// The code of doc/random_numbers.md does what the page says.
#include "random_numbers.md.hpp"

#include <algorithm>
#include <cstdio>

int main() {
  at::queue<at::cpu> on;
  auto const thrown = throws_of_a_die(on, 60000, 1);
  bool right = thrown == throws_of_a_die(on, 60000, 1) && thrown != throws_of_a_die(on, 60000, 2);
  for (int face = 1; face <= 6; ++face) {
    auto const count = std::count(thrown.begin(), thrown.end(), face);
    right = right && count > 9600 && count < 10400;  // within 4 standard deviations
  }
  at::constant_table<float, 16> table;
  table.values[15] = 2;
  right = right && table[15] == 2 && table.size() == 16;
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
