// SPDX-License-Identifier: BSL-1.0
// A thread's value by one index in a block of two dimensions.
// expect: per_thread<T>(block): a thread's value has as many indices as the block has dimensions
#include <allotype/allotype.hpp>
namespace at = allotype;

struct count_twice {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    auto count = at::per_thread<int>(block);
#ifdef TWIN
    block.each_thread_at_end([&](int row, int column) { count(row, column) += 2; });
#else
    block.each_thread_at_end([&](int row, int) { count(row) += 2; });  // here
#endif
  }
};

void go(at::queue<at::cpu>& on) {
  at::launch(on, at::grid<at::threads_per_block<4, 8>>{at::extents{2, 3}}, count_twice{});
}
