// SPDX-License-Identifier: BSL-1.0
// A grid that says the threads of a block, and not how many blocks.
// expect: grid<...>{...}: the numbers are the blocks, then the threads where the options have threads_per_block<at_most<N>>
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
