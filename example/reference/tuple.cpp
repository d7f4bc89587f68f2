// SPDX-License-Identifier: BSL-1.0
// Values of several types, combined element by element, and taken apart.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::tuple const first{1, 2.5}, second{3, 0.5};
  auto const [sum, smaller] = at::elementwise{at::plus{}, at::minimum{}}(first, second);
  std::printf("%d %g, %d\n", sum, smaller, first < second);
}
