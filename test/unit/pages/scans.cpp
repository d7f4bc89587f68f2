// SPDX-License-Identifier: BSL-1.0
// The code of doc/scans.md does what the page says.
#include "scans.md.hpp"

#include <cstdio>

int main() {
  at::queue<at::cpu> on;
  bool right = beginnings(on, {3, 1, 2}) == std::vector<long long>{0, 3, 4} && beginnings(on, {}).empty();
  at::buffer<float, at::cpu> numbers{on, std::vector<float>{-1, 2, -3, 1}}, positive{on, at::extents{4}};
  right = right && keep_positive(on, numbers, positive) == 2 && positive.view(on)(0) == 2 && positive.view(on)(1) == 1;
  right = right && at::count_if(on, numbers, is_positive{}) == 2;
  largest_so_far(on, numbers);
  std::vector<float> result(4);
  at::copy(on, numbers, result);
  right = right && result == std::vector<float>{-1, 2, 2, 2};
  at::buffer<float, at::cpu> shorter{on, at::extents{3}};
  bool refused = false;
  try {
    keep_positive(on, numbers, shorter);
  } catch (at::size_error const&) {
    refused = true;
  }
  right = right && refused;
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
