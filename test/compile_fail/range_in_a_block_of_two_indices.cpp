// SPDX-License-Identifier: BSL-1.0
// The function of a range takes more indices than the range has dimensions.
// expect: a range in a block: the function cannot be called with an index of the range
#include <allotype/block_ranges.hpp>
namespace at = allotype;

using block_of_48 = at::block_of<at::cpu, at::grid<at::threads_per_block<48>>>;

ALLOTYPE_FN void work(block_of_48 const& block, at::view<double, 1, at::cpu> out) {
#ifdef TWIN
  block.for_each(at::extents{6, 8}, [&](int row, int i) { out(i) = row; });
#else
  block.for_each(48, [&](int row, int i) { out(i) = row; });  // here
#endif
  block.each_thread([&](int thread) { out(thread) = 0; });
}
