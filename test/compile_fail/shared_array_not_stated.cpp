// SPDX-License-Identifier: BSL-1.0
// A kernel uses an array that the grid does not state.
// expect: shared<Name>(block): the grid of this launch has no such array: add shared_arrays<Name> to its options
#include <allotype/allotype.hpp>
namespace at = allotype;

struct counts : at::shared_array<int[64]> {};
struct sums : at::shared_array<int[64]> {};

struct count {
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    auto& counted = at::shared<counts>(block);  // here
    block.each_thread([&](int thread) { counted[thread] = thread; });
  }
};

void run(at::queue<at::cpu>& on) {
#ifdef TWIN
  at::launch(on, at::grid<at::threads_per_block<64>, at::shared_arrays<sums, counts>>{4}, count{});
#else
  at::launch(on, at::grid<at::threads_per_block<64>, at::shared_arrays<sums>>{4}, count{});
#endif
}
