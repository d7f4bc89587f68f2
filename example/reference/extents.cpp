// SPDX-License-Identifier: BSL-1.0
// The sizes of one to six dimensions, the slowest first. Sizes in 64 bits make indices of 64 bits.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::extents const plane{2, 3};
  at::extents const many{3'000'000'000LL};
  std::printf("%d rows, %d columns, %lld elements; indices of %zu and %zu bytes\n", plane[0], plane[1],
              static_cast<long long>(plane.size()), sizeof(plane[0]), sizeof(many[0]));
}
