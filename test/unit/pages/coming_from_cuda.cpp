// SPDX-License-Identifier: BSL-1.0
// The code of doc/coming_from_cuda.md does what the page says.
#include "coming_from_cuda.md.hpp"

int main() {
  at::queue<at::cpu> on;
  at::pinned<double, at::cpu> numbers{on, at::extents{128}};
  for (int i = 0; i < 128; ++i) numbers[i] = i;
  doubled(on, numbers);
  at::buffer there{on, numbers};
  bool right = numbers[127] == 254 && dot(on, there, there) == 4. * 127 * 128 * 255 / 6;
  reverse_tiles(on, there);
  at::copy(on, there, numbers);
  right = right && numbers[0] == 126 && numbers[63] == 0 && numbers[64] == 254;
  return right && axpy(on, 2, {1, 2, 3}, {10, 20, 30}) == std::vector<double>{12, 24, 36} ? 0 : 1;
}
