// SPDX-License-Identifier: BSL-1.0
// The code of doc/segments.md does what the page says.
#include "segments.md.hpp"

#include <cstdio>

int main() {
  at::queue<at::cpu> on;
  bool right = sums_by_group(on, {1, 2, 3, 4}, {1, 0, 1, 1}, 3) == std::vector<float>{2, 8, 0};
  right = right && sums_of_rows(on, {0, 2, 2, 4}, {1, 2, 3, 4}) == std::vector<float>{3, 0, 7};
  right = right && sorted_rows(on, {0, 2, 4}, {4, 3, 2, 1}) == std::vector<int>{3, 4, 1, 2} &&
          running_sums_of_rows(on, {0, 2, 4}, {4, 3, 2, 1}) == std::vector<int>{4, 7, 2, 3};
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
