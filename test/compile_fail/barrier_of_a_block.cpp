// SPDX-License-Identifier: BSL-1.0
// A barrier as blocks have it in CUDA's cooperative groups.
// expect: a block has no sync(): each_thread ends with a barrier, and what stands behind the barrier is another each_thread
#include <allotype/allotype.hpp>
namespace at = allotype;

template <class View>
struct reversed {
  View numbers;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int* const kept = at::shared<int>(block);
    block.each_thread([&](int thread) { kept[thread] = numbers(thread); });
#ifdef TWIN
    block.each_thread([&](int thread) { numbers(thread) = kept[63 - thread]; });
#else
    block.sync();  // here
#endif
  }
};

void run(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers) {
  at::grid<at::threads_per_block<64>, at::shared_memory_per_block<at::bytes{256}>> const one{1};
  at::launch(on, one, reversed{numbers.view(on)});
}
