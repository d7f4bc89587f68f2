// SPDX-License-Identifier: BSL-1.0
// Memory of an accelerator with a copy of a vector, and memory without values. The second one changes hands.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::buffer numbers{on, std::vector<float>{1, 2, 3}};
  at::buffer<float, at::cpu> more{on, at::extents{100}};
  at::fill(on, more, 1.f);
  at::buffer<float, at::cpu> const moved = std::move(more);
  std::printf("%lld elements, then %lld and %lld\n", numbers.size(), moved.size(), more.size());
  std::printf("%g\n", static_cast<double>(numbers.view(on)(2)));
}
