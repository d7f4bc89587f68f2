// SPDX-License-Identifier: BSL-1.0
// Blocks and threads as numbers.
// expect: launch: the second argument is a grid: at::grid<at::threads_per_block<256>>{blocks}
#include <allotype/allotype.hpp>
namespace at = allotype;

struct nothing {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};

void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::threads_per_block<64>>{4}, nothing{});
#else
  at::launch(on, 4, 64, nothing{});  // here
#endif
}
