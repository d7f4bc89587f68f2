// SPDX-License-Identifier: BSL-1.0
// Subgroups of twelve threads are no parts of a warp.
// expect: subgroups<N>(block): N is 1, 2, 4, 8, 16 or 32
#include <allotype/block_ranges.hpp>
namespace at = allotype;

using block_of_48 = at::block_of<at::cpu, at::grid<at::threads_per_block<48>>>;

ALLOTYPE_FN void work(block_of_48 const& block, at::view<double, 1, at::cpu> out) {
#ifdef TWIN
  auto const groups = at::subgroups<16>(block);
#else
  auto const groups = at::subgroups<12>(block);  // here
#endif
  groups.for_each(groups.count(), [&](auto const& group, int i) { group.single([&] { out(i) = 1; }); });
  block.each_thread([&](int thread) { out(thread) = 0; });
}
