// SPDX-License-Identifier: BSL-1.0
// A range in a block whose number of threads is known while the program runs.
// expect: for_each and reduce of a block need a constant number of threads: threads_per_block<N> without at_most
#include <allotype/allotype.hpp>
#include <allotype/block_ranges.hpp>
namespace at = allotype;

struct work {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    block.for_each(100, [](int) {});  // here
  }
};
void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::threads_per_block<256>>{4}, work{});
#else
  at::launch(on, at::grid<at::threads_per_block<at::at_most<256>>>{4, 128}, work{});
#endif
}
