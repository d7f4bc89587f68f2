// SPDX-License-Identifier: BSL-1.0
// The number of the thread that runs, as CUDA's cooperative groups have it.
// expect: a block knows no number of a thread: block.each_thread([&](int thread) { ... }) calls a function with it
#include <allotype/allotype.hpp>
namespace at = allotype;

template <class View>
struct ones {
  View numbers;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
#ifdef TWIN
    block.each_thread([&](int thread) { numbers(thread) = 1; });
#else
    numbers(block.thread_rank()) = 1;  // here
#endif
  }
};

void run(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers) {
  at::launch(on, at::grid<at::threads_per_block<64>>{1}, ones{numbers.view(on)});
}
