// SPDX-License-Identifier: BSL-1.0
// Blocks that wait for each other, and clusters whose blocks read each other's memory. GPUs have both. CPUs have
// neither, and the question takes another way there. Shows: shared_of
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

using namespace at::literals;
using wave = at::grid<at::cooperative, at::threads_per_block<256>>;
using pairs =
    at::grid<at::threads_per_block<32>, at::blocks<4>, at::blocks_per_cluster<2>, at::shared_memory_per_block<4_B>>;
static_assert(at::takes_blocks_of<at::A100, wave> && at::takes_blocks_of<at::H100_80GB, pairs>);

template <class A>
struct exchange {
  at::view<int, 1, A> out;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    block.each_thread([&](int thread) {
      if (thread == 0) *at::shared<int>(block) = block.index();
    });
    block.wait_for_cluster();
    int const other = *at::shared_of<int>(block, 1 - block.index_in_cluster());
    block.each_thread([&](int thread) {
      if (thread == 0) out(block.index()) = other;
    });
    block.wait_for_cluster();  // before a block's memory is gone
  }
};

template <class A>
char const* run(at::queue<A>& on) {
  at::buffer<int, A> numbers{on, at::extents{4}};
  if constexpr (at::runs_grids_of<A, pairs>) {
    at::launch(on, pairs{}, exchange<A>{numbers.view(on)});
    return "in clusters";
  } else {
    return "without clusters";
  }
}

int main() {
  at::queue<at::cpu> on;
  std::printf("%s; cooperative: %d\n", run(on), at::runs_grids_of<at::cpu, wave>);
}
