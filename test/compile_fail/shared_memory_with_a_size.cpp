// SPDX-License-Identifier: BSL-1.0
// A kernel says how many numbers of shared memory it wants.
// expect: shared<T>(): it takes no number, and returns all of the memory: state its size in the grid's options
#include <allotype/allotype.hpp>
namespace at = allotype;

struct count {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
#ifdef TWIN
    int* const counts = block.template shared<int>();
#else
    int* const counts = block.template shared<int>(64);  // here
#endif
    block.each_thread([&](int thread) { counts[thread] = thread; });
  }
};

void run(at::queue<at::cpu>& on) {
  at::launch(on, at::grid<at::threads_per_block<64>, at::shared_memory_per_block<at::bytes{256}>>{4}, count{});
}
