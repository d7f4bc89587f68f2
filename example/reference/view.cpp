// SPDX-License-Identifier: BSL-1.0
// What kernels read and write: a plane, a part of it, and a line.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::buffer numbers{on, std::vector<int>{0, 1, 2, 3, 4, 5}};
  auto const plane = numbers.view(on, at::extents{2, 3});
  auto const part = plane.part(at::box{{0, 2}, {1, 3}});
  auto const line = plane.subview(1);
  at::view<int const, 1, at::cpu> const read_only = line;
  std::printf("%d %d %d, stride %d\n", plane(1, 2), part(1, 0), read_only(0), static_cast<int>(part.stride(0)));
}
