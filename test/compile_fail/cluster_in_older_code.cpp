// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A cluster on an H200 in a file without code for sm_90. Code for Ampere runs there, and has no clusters.
// flags(nvcc): -arch=compute_80
// expect: this binary has no code with clusters for that GPU
// expect: no architecture from 900 up to the GPU's
// expect: H200
#include <allotype/allotype.hpp>
namespace at = allotype;

struct work {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
void go(at::queue<at::H200>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::threads_per_block<256>>{4}, work{});
#else
  at::launch(on, at::grid<at::blocks_per_cluster<2>, at::threads_per_block<256>>{4}, work{});  // here
#endif
}
