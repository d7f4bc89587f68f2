// SPDX-License-Identifier: BSL-1.0
// A cluster on the CPU.
// expect: the cluster has more blocks than this accelerator allows
// expect: cpu
// computed: launch: a cluster on cpu has at most 1 blocks, and the grid asks for 2
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

struct work {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const&) const {}
};
void go(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::threads_per_block<256>>{4}, work{});
#else
  at::launch(on, at::grid<at::blocks_per_cluster<2>, at::threads_per_block<256>>{4}, work{});  // here
#endif
}
