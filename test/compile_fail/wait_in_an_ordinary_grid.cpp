// SPDX-License-Identifier: BSL-1.0
// A barrier of the grid whose blocks run one after another.
// expect: wait_for_grid(): the blocks of this grid do not run at the same time: add at::cooperative to its options
#include <allotype/allotype.hpp>
namespace at = allotype;

struct one_step {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
struct two_steps {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    block.wait_for_grid();  // here
  }
};

void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::threads_per_block<64>>{4}, one_step{});
#else
  at::launch(on, at::grid<at::threads_per_block<64>>{4}, two_steps{});
#endif
}
