// SPDX-License-Identifier: BSL-1.0
// A copy that returns at once where the backend is asynchronous. The host's memory is pinned.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

static_assert(at::can_copy_async<at::cpu, at::pinned<float, at::cpu>, at::buffer<float, at::cpu>>);

int main() {
  at::queue<at::cpu> on;
  at::pinned<float, at::cpu> numbers{on, at::extents{3}};
  for (float& number : numbers) number = 2;
  at::buffer<float, at::cpu> in{on, at::extents{3}};
  at::copy_async(on, numbers, in);
  on.wait();  // until then `numbers` must not change
  std::printf("%g\n", static_cast<double>(in.view(on)(1)));
}
