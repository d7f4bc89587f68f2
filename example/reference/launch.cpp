// SPDX-License-Identifier: BSL-1.0
// Blocks of threads that share memory: each turns its part round.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

struct reverse {
  at::view<int, 1, at::cpu> numbers;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int* const kept = at::shared<int>(block);
    int const first = block.index() * block.threads();
    block.each_thread([&](int thread) { kept[thread] = numbers(first + thread); });
    block.each_thread_at_end([&](int thread) { numbers(first + thread) = kept[block.threads() - 1 - thread]; });
  }
};

int main() {
  at::queue<at::cpu> on;
  at::buffer numbers{on, std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}};
  using blocks = at::grid<at::threads_per_block<4>, at::shared_memory_per_block<at::bytes{16}>>;
  at::launch(on, blocks{2}, reverse{numbers.view(on)});
  auto const now = numbers.view(on);
  std::printf("%d %d %d %d, %d %d %d %d\n", now(0), now(1), now(2), now(3), now(4), now(5), now(6), now(7));
}
