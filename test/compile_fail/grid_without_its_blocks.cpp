// SPDX-License-Identifier: BSL-1.0
// A grid that says the threads of a block, and not how many blocks.
// expect: a_grid_is_given_its_blocks_as_grid_threads_per_block_256_of_blocks
// only: gcc clang
#include <allotype/allotype.hpp>
namespace at = allotype;

struct nothing {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};

void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::threads_per_block<64>, at::blocks<4>>{}, nothing{});
#else
  at::launch(on, at::grid<at::threads_per_block<64>>{}, nothing{});  // here
#endif
}
