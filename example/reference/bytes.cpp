// SPDX-License-Identifier: BSL-1.0
// Amounts of memory, in bytes; the literals are the units.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;
using namespace at::literals;

int main() {
  at::bytes const slice = 3 * 512_MiB;
  std::printf("%llu bytes, %s, of %s: %d\n", slice.count, to_string(slice).text(), to_string(2_GiB).text(),
              slice < 2_GiB);
  std::printf("%d\n", at::compute_capability{9, 0} > at::compute_capability{8, 0});
}
