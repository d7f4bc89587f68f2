// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A kernel for a GPU uses shared memory, and the grid states none: nvcc names the line of the kernel, too.
// expect: shared<T>(): the grid of this launch has no shared memory: add shared_memory_per_block<N> to its options
#include <allotype/allotype.hpp>
namespace at = allotype;

struct count {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int* const counts = at::shared<int>(block);  // here
    block.each_thread([&](int thread) { counts[thread] = thread; });
  }
};

void run(at::queue<at::A100>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::threads_per_block<64>, at::shared_memory_per_block<at::bytes{256}>>{4}, count{});
#else
  at::launch(on, at::grid<at::threads_per_block<64>>{4}, count{});
#endif
}
