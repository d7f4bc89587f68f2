// SPDX-License-Identifier: BSL-1.0
// The operations of reductions and scans: what they combine two values to.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  std::printf("%d %d %d\n", at::plus{}(2, 3), at::minimum{}(2, 3), at::maximum{}(2, 3));
  std::printf("%d\n", at::reassociated{at::plus{}}(2, 3));  // permits another order, which is faster on a CPU
}
