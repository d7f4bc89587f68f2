// SPDX-License-Identifier: BSL-1.0
// Memory that kernels and the host use under one address.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::unified_buffer<int, at::cpu> numbers{on, at::extents{3}};
  auto const values = numbers.view(on);
  at::for_each(on, values.extents, [=] ALLOTYPE_FN(int i) { values(i) = i * i; });
  on.wait();  // the host reads when the kernel is done
  std::printf("%d %d %d\n", values(0), values(1), values(2));
}
