// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A cluster on a GPU before Hopper.
// expect: the cluster has more blocks than this accelerator allows
// expect: 9.0
// expect: A100
// expect: 2
// expect: 1
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

struct work {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
void go(at::queue<at::A100>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::blocks_per_cluster<1>, at::threads_per_block<256>>{4}, work{});
#else
  at::launch(on, at::grid<at::blocks_per_cluster<2>, at::threads_per_block<256>>{4}, work{});  // here
#endif
}
