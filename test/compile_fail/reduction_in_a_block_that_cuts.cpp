// SPDX-License-Identifier: BSL-1.0
// A reduction begins with an int and adds fractions.
// expect: a reduction or scan in a block: init's type does not hold what the function returns
#include <allotype/block_ranges.hpp>
namespace at = allotype;

using block_of_48 = at::block_of<at::cpu, at::grid<at::threads_per_block<48>>>;

ALLOTYPE_FN void work(block_of_48 const& block, at::view<double, 1, at::cpu> out) {
#ifdef TWIN
  (void)block.reduce(8, 0.0, at::plus{}, [&](int i) { return out(i); });
#else
  (void)block.reduce(8, 0, at::plus{}, [&](int i) { return out(i); });  // here
#endif
  block.each_thread([&](int thread) { out(thread) = 0; });
}
