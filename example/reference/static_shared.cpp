// SPDX-License-Identifier: BSL-1.0
// Shared memory at a constant address: neighbours exchange values.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;
using blocks = at::grid<at::threads_per_block<2>, at::static_shared_memory_per_block<at::bytes{8}>>;

struct neighbours {
  at::view<int, 1, at::cpu> numbers;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int* const kept = at::static_shared<int>(block);
    block.each_thread([&](int thread) { kept[thread] = 10 * block.index() + thread; });
    block.each_thread([&](int thread) { numbers(2 * block.index() + thread) = kept[1 - thread]; });
  }
};

int main() {
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> numbers{on, at::extents{4}};
  at::launch(on, blocks{2}, neighbours{numbers.view(on)});
  auto const now = numbers.view(on);
  std::printf("%d %d %d %d\n", now(0), now(1), now(2), now(3));
}
