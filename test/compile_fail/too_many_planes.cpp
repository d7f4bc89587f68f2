// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A block of more planes than the GPU allows.
// expect: the first of three numbers of threads is more than this accelerator takes
// expect: A100
// expect: 128
// expect: 64
#include <allotype/allotype.hpp>
namespace at = allotype;

struct work {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
void go(at::queue<at::A100>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::threads_per_block<64, 2, 1>>{at::extents{1, 1, 4}}, work{});
#else
  at::launch(on, at::grid<at::threads_per_block<128, 2, 1>>{at::extents{1, 1, 4}}, work{});  // here
#endif
}
