// SPDX-License-Identifier: BSL-1.0
// The code of doc/coming_from_kokkos.md does what the page says.
#define main main_of_page
#include "coming_from_kokkos.md.hpp"
#undef main

int main() {
  at::queue<at::cpu> on;
  std::vector<double> counted(128);
  for (int i = 0; i < 128; ++i) counted[static_cast<std::size_t>(i)] = i;
  at::buffer all{on, counted};
  if (dot(on, all, all) != 127. * 128 * 255 / 6 || largest(on, all) != 127) return 1;
  reverse_tiles(on, all);
  at::copy(on, all, counted);
  if (counted[0] != 63 || counted[63] != 0 || counted[64] != 127) return 1;
  at::buffer from{on, std::vector<double>(9, 1)}, to{on, std::vector<double>(9, 0)};
  smooth(on, from, to, 3, 3);
  std::vector<double> seen(9);
  at::copy(on, to, seen);
  if (seen != std::vector<double>{0, 0, 0, 0, 1, 0, 0, 0, 0}) return 1;
  return main_of_page();
}
