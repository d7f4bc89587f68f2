// SPDX-License-Identifier: BSL-1.0
// The code of doc/sorting.md does what the page says.
#include "sorting.md.hpp"

#include <cstdio>
#include <vector>

int main() {
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> numbers{on, std::vector<int>{21, 3, 11, 40}};
  at::buffer<float, at::cpu> values{on, std::vector<float>{40, 21, 11, 3}};  // as the third sort leaves the numbers
  std::vector<int> sorted(4);
  std::vector<float> moved(4);
  sort_them(on, numbers, values);
  at::copy(on, numbers, sorted);
  at::copy(on, values, moved);
  bool const right = sorted == std::vector<int>{3, 11, 21, 40} && moved == std::vector<float>{3, 11, 21, 40} &&
                     by_distance(on, {9, 1, 5, 4}, 5) == std::vector<int>{2, 3, 0, 1} &&
                     with_sorted_rows(on, 2, 3, {1, 3, 2, 5, 4, 6}) == std::vector<int>{3, 2, 1, 6, 5, 4};
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
