// SPDX-License-Identifier: BSL-1.0
// Subgroups of 32 threads do not fill a block of 48.
// expect: subgroups<N>(block): the threads of the block are a multiple of N
#include <allotype/block_ranges.hpp>
namespace at = allotype;

using block_of_48 = at::block_of<at::cpu, at::grid<at::threads_per_block<48>>>;

ALLOTYPE_FN void work(block_of_48 const& block, at::view<double, 1, at::cpu> out) {
#ifdef TWIN
  (void)at::subgroups<16>(block);
#else
  (void)at::subgroups<32>(block);  // here
#endif
  block.each_thread([&](int thread) { out(thread) = 0; });
}
