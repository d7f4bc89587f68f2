// SPDX-License-Identifier: BSL-1.0
// Shared memory as a number without a unit; a kernel that uses it has no second error.
// expect: shared_memory_per_block<B>: B is an amount of memory: write 1_KiB, or at::bytes{1024}
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
inline constexpr at::grid<at::threads_per_block<64>, at::shared_memory_per_block<at::bytes{1024}>> blocks{4};
#else
inline constexpr at::grid<at::threads_per_block<64>, at::shared_memory_per_block<1024>> blocks{4};  // here
#endif

struct numbers {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int* const kept = at::shared<int>(block);
    block.each_thread([&](int thread) { kept[thread] = thread; });
  }
};
void run(at::queue<at::cpu>& on) { at::launch(on, blocks, numbers{}); }
