// SPDX-License-Identifier: BSL-1.0
// A small table that a kernel holds.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::constant_table const primes{2, 3, 5, 7};
  at::buffer<int, at::cpu> out{on, at::extents{primes.size()}};
  auto const numbers = out.view(on);
  at::for_each(on, numbers.extents, [=] ALLOTYPE_FN(int i) { numbers(i) = primes[i] * primes[i]; });
  std::printf("%d %d %d %d\n", numbers(0), numbers(1), numbers(2), numbers(3));
}
