// SPDX-License-Identifier: BSL-1.0
// The argument is no block.
// expect: subgroups<N>(block): the argument is the block that launch passes to its kernel
#include <allotype/block_ranges.hpp>
namespace at = allotype;

using block_of_48 = at::block_of<at::cpu, at::grid<at::threads_per_block<48>>>;

ALLOTYPE_FN void work(block_of_48 const& block, at::view<double, 1, at::cpu> out) {
#ifdef TWIN
  (void)at::subgroups<16>(block);
#else
  (void)at::subgroups<16>(block.threads());  // here
#endif
  block.each_thread([&](int thread) { out(thread) = 0; });
}
