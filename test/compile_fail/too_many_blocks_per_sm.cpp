// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// More blocks on a multiprocessor than its threads allow.
// expect: min_blocks_per_sm asks for more blocks at once than fit on a streaming multiprocessor
// expect: A100
// expect: 9
// expect: 8
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

struct work {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
void go(at::queue<at::A100>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::min_blocks_per_sm<8>, at::threads_per_block<256>>{4}, work{});
#else
  at::launch(on, at::grid<at::min_blocks_per_sm<9>, at::threads_per_block<256>>{4}, work{});  // here
#endif
}
