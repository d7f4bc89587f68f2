// SPDX-License-Identifier: BSL-1.0
// Ordered work on one device: opened, described, waited for.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

static_assert(at::dispatchable<at::cpu> && !at::dispatchable<at::V5E>);  // a V5E can be requested alone

int main() {
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> numbers{on, at::extents{3}};
  at::fill(on, numbers, 4);
  on.wait();
  std::printf("%s: %d\n", to_string(on).text(), numbers.view(on)(0));
}
