// SPDX-License-Identifier: BSL-1.0
// Where the smallest and the largest element are; of equal ones the first.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::buffer const numbers{on, std::vector<float>{3, 1, 4, 1, 5}};
  std::printf("%lld %lld\n", at::min_element(on, numbers), at::max_element(on, numbers));
}
