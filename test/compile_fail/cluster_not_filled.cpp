// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// flags(nvcc): -arch=sm_90
// A constant number of blocks that is not a multiple of the cluster.
// expect: the number of blocks must be a multiple of the blocks of a cluster
// expect: 10
// expect: 4
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

struct work {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
void go(at::queue<at::H200>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::blocks_per_cluster<4>, at::blocks<12>, at::threads_per_block<256>>{}, work{});
#else
  at::launch(on, at::grid<at::blocks_per_cluster<4>, at::blocks<10>, at::threads_per_block<256>>{}, work{});  // here
#endif
}
