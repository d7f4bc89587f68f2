// SPDX-License-Identifier: BSL-1.0
// The function of the subgroups' range takes no subgroup.
// expect: the function takes the subgroup and an index
#include <allotype/block_ranges.hpp>
namespace at = allotype;

using block_of_48 = at::block_of<at::cpu, at::grid<at::threads_per_block<48>>>;

ALLOTYPE_FN void work(block_of_48 const& block, at::view<double, 1, at::cpu> out) {
#ifdef TWIN
  at::subgroups<16>(block).for_each(2, [&](auto const& warp, int i) { warp.single([&] { out(i) = i; }); });
#else
  at::subgroups<16>(block).for_each(2, [&](int i) { out(i) = i; });  // here
#endif
  block.each_thread([&](int thread) { out(thread) = 0; });
}
