// SPDX-License-Identifier: BSL-1.0
// Memory from a pool, on a queue whose work begins first.
#include <allotype/allotype.hpp>
#include <allotype/pooled_buffer.hpp>

#include <cstdio>
#include <memory_resource>

namespace at = allotype;

int main() {
  at::queue<at::cpu> on;
  at::queue<at::cpu> first = on.another(at::queue_priority::high);
  std::pmr::monotonic_buffer_resource pool;
  int sum = 0;
  for (int step = 1; step <= 3; ++step) {
    at::pooled_buffer<int, at::cpu> numbers{first, at::extents{4}, pool};
    at::fill(first, numbers, step);
    auto const values = numbers.view(first);
    sum += at::reduce(first, values.extents, 0, at::plus{}, [=] ALLOTYPE_FN(int i) { return values(i); });
  }
  std::printf("%d\n", sum);
}
