// SPDX-License-Identifier: BSL-1.0
// Memory of the host that a GPU copies from and to without a detour.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::pinned<float, at::cpu> numbers{on, at::extents{4}};
  for (float& number : numbers) number = 1.5f;
  at::buffer<float, at::cpu> const buffer{on, numbers};
  std::printf("%lld, %g\n", numbers.size(), static_cast<double>(buffer.view(on)(3)));
}
