// SPDX-License-Identifier: BSL-1.0
// A kernel over blocks of a GPU, a lambda without its mark.
// only: nvcc
// flags(nvcc): --extended-lambda
// expect: launch: the kernel is a lambda that is not marked for GPUs: mark it, [=] ALLOTYPE_FN(at::block_of<A, decltype(over)> const& block) { ... }
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::A100>& on) {
  at::grid<at::threads_per_block<64>> const over{4};
#ifdef TWIN
  at::launch(on, over, [=] ALLOTYPE_FN(at::block_of<at::A100, decltype(over)> const& block) { (void)block.index(); });
#else
  at::launch(on, over, [](at::block_of<at::A100, decltype(over)> const& block) { (void)block.index(); });  // here
#endif
}
