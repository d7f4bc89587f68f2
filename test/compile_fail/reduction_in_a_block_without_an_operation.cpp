// SPDX-License-Identifier: BSL-1.0
// The arguments of a reduction are in another order.
// expect: a reduction or scan in a block takes (n, init, op, f)
#include <allotype/block_ranges.hpp>
namespace at = allotype;

using block_of_48 = at::block_of<at::cpu, at::grid<at::threads_per_block<48>>>;

ALLOTYPE_FN void work(block_of_48 const& block, at::view<double, 1, at::cpu> out) {
#ifdef TWIN
  (void)block.reduce(8, 0.0, at::plus{}, [&](int i) { return out(i); });
#else
  (void)block.reduce(8, 0.0, [&](int i) { return out(i); }, at::plus{});  // here
#endif
  block.each_thread([&](int thread) { out(thread) = 0; });
}
