// SPDX-License-Identifier: BSL-1.0
// The library chooses the threads of a block, and as many blocks as cover all elements.
// Shows: automatic_number
#include <allotype/automatic_threads.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

using chosen = at::grid<at::threads_per_block<at::automatic>>;

int main() {
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> numbers{on, at::extents{1000}};
  auto const out = numbers.view(on);
  chosen const blocks{at::covering{numbers.size()}};
  auto const found = at::grid_on<at::cpu>(blocks);  // on an A100 it has fewer blocks, of more threads
  std::printf("covered: %d\n", found.blocks * found.threads >= 1000);
  using runs = std::remove_const_t<decltype(found)>;
  at::launch(on, found, [=] ALLOTYPE_FN(at::block_of<at::cpu, runs> const& block) {
    block.each_thread_at_end([&](int thread) {
      int const i = block.index() * block.threads() + thread;
      if (i < out.size()) out(i) = i;
    });
  });
  std::printf("%d\n", out(999));
}
