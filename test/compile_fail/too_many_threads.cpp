// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A block of more threads than the GPU allows.
// expect: the grid has more threads per block than this accelerator takes
// expect: A100
// expect: 2048
// expect: 1024
#include <allotype/allotype.hpp>
namespace at = allotype;

struct work {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
void go(at::queue<at::A100>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::threads_per_block<1024>>{4}, work{});
#else
  at::launch(on, at::grid<at::threads_per_block<2048>>{4}, work{});  // here
#endif
}
