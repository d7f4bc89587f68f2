// SPDX-License-Identifier: BSL-1.0
// A function for the threads of a block in its last step, which takes no number of a thread.
// expect: each_thread calls its function with the number of the thread: block.each_thread([&](int thread) { ... })
#include <allotype/allotype.hpp>
namespace at = allotype;

template <class View>
struct ones {
  View numbers;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
#ifdef TWIN
    block.each_thread_at_end([&](int thread) { numbers(thread) = 1; });
#else
    block.each_thread_at_end([&] { numbers(0) = 1; });  // here
#endif
  }
};

void run(at::queue<at::cpu>& on, at::buffer<int, at::cpu>& numbers) {
  at::launch(on, at::grid<at::threads_per_block<64>>{1}, ones{numbers.view(on)});
}
