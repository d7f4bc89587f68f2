// SPDX-License-Identifier: BSL-1.0
// Blocks and threads, as between the angle brackets of CUDA.
// expect: grid: its options are missing: at::grid<at::threads_per_block<256>>{blocks}
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
  at::launch(on, at::grid{4, 64}, nothing{});  // here
#endif
}
