// SPDX-License-Identifier: BSL-1.0
// Which samples a rank gets.
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

int main() {
  at::data_share const second(10, 1, 4);
  std::printf("%d samples: %d, %d, ...\n", static_cast<int>(second.size()), static_cast<int>(second[0]),
              static_cast<int>(second[1]));
}
