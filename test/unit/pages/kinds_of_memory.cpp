// SPDX-License-Identifier: BSL-1.0
// The code of doc/kinds_of_memory.md does what the page says.
#include "kinds_of_memory.md.hpp"

#include <algorithm>
#include <cstdio>

int main() {
  at::queue<at::cpu> on, other;
  bool right = sum_of_squares(on, 10) == 285;
  at::buffer<float, at::cpu> const there =
      moved(on, at::buffer<float, at::cpu>{on, std::vector<float>{1, 2, 3}}, other);
  at::pinned<float, at::cpu> numbers{on, at::extents{3}};
  at::copy(other, there, numbers);
  right = right && std::count(numbers.begin(), numbers.end(), 2.f) == 1 && numbers[2] == 3;
  std::vector<float> const rows{1, 2, 3, 4, 5, 6};
  at::buffer<float, at::cpu> upper{on, rows}, lower{other, rows};
  at::extents const size{3, 2};
  send_row(on, upper.view(on, size), other, lower.view(other, size));
  std::vector<float> received(6);
  at::copy(other, lower, received);
  right = right && received == std::vector<float>{3, 4, 3, 4, 5, 6};
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
