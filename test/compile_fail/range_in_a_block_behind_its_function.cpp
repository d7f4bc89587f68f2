// SPDX-License-Identifier: BSL-1.0
// A range of a block whose function comes first.
// expect: a range in a block is a number of indices, as in block.for_each(n, f), or extents or a box
#include <allotype/block_ranges.hpp>
namespace at = allotype;

using block_of_48 = at::block_of<at::cpu, at::grid<at::threads_per_block<48>>>;

ALLOTYPE_FN void work(block_of_48 const& block, at::view<double, 1, at::cpu> out) {
#ifdef TWIN
  block.for_each(48, [&](int i) { out(i) = i; });
#else
  block.for_each([&](int i) { out(i) = i; }, 48);  // here
#endif
}
