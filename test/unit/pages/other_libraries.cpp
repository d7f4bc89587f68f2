// SPDX-License-Identifier: BSL-1.0
// The code of doc/other_libraries.md does what the page says.
#include "other_libraries.md.hpp"

#include <cstdio>

int main() {
  at::queue<at::cpu> on;
  std::vector<float> numbers(6);
  fill_with_threes(on, numbers);
  bool right = numbers == std::vector<float>(6, 3.f);
  double_in_place(on, numbers.data(), 2, 3);
  right = right && numbers == std::vector<float>(6, 6.f);
  static_assert(
      std::is_const_v<decltype(at::view_of(on, static_cast<float const*>(nullptr), at::extents{1}))::element_type>);
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
