// SPDX-License-Identifier: BSL-1.0
// What stores the results of a scan takes no index.
// expect: store(i, value) is called with each index and its result
#include <allotype/block_ranges.hpp>
namespace at = allotype;

using block_of_48 = at::block_of<at::cpu, at::grid<at::threads_per_block<48>>>;

ALLOTYPE_FN void work(block_of_48 const& block, at::view<double, 1, at::cpu> out) {
#ifdef TWIN
  block.inclusive_scan(8, 0.0, at::plus{}, [&](int i) { return out(i); }, [&](int i, double sum) { out(i) = sum; });
#else
  block.inclusive_scan(8, 0.0, at::plus{}, [&](int i) { return out(i); }, [&](double sum) { out(0) = sum; });  // here
#endif
  block.each_thread([&](int thread) { out(thread) = 0; });
}
