// SPDX-License-Identifier: BSL-1.0
// Shared memory of a block without the type of its elements.
// expect: shared: what the memory holds stands between brackets: at::shared<float>(block)
#include <allotype/allotype.hpp>
namespace at = allotype;

struct count {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
#ifdef TWIN
    int* const counts = at::shared<int>(block);
#else
    int* const counts = at::shared(block);  // here
#endif
    block.each_thread([&](int thread) { counts[thread] = thread; });
  }
};

void run(at::queue<at::cpu>& on) {
  at::launch(on, at::grid<at::threads_per_block<64>, at::shared_memory_per_block<at::bytes{256}>>{4}, count{});
}
