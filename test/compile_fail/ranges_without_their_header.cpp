// SPDX-License-Identifier: BSL-1.0
// A range inside a block without the header of ranges.
// expect: ranges_in_a_block_need_include_allotype_block_ranges_hpp
#include <allotype/allotype.hpp>
namespace at = allotype;

using block_of_48 = at::block_of<at::cpu, at::grid<at::threads_per_block<48>>>;

ALLOTYPE_FN void work(block_of_48 const& block, at::view<double, 1, at::cpu> out) {
#ifdef TWIN
  block.each_thread([&](int i) { out(i) = i; });
#else
  block.for_each(48, [&](int i) { out(i) = i; });  // here
#endif
  block.each_thread([&](int thread) { out(thread) = 0; });
}
