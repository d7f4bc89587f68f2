// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// flags(nvcc): -arch=sm_90
// A cluster of more than eight blocks. Some GPUs with clusters refuse it, so it has a spelling of its own.
// expect: at most 8 blocks are portable; for more write non_portable_cluster<N>
// expect: 16
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

struct work {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
void go(at::queue<at::H200>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::non_portable_cluster<16>, at::threads_per_block<256>>{32}, work{});
#else
  at::launch(on, at::grid<at::blocks_per_cluster<16>, at::threads_per_block<256>>{32}, work{});  // here
#endif
}
