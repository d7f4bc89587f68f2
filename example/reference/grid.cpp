// SPDX-License-Identifier: BSL-1.0
// What a block needs is part of a grid's type; with `at_most` the grid has the number.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;
using namespace at::literals;
using small = at::grid<at::threads_per_block<at::at_most<256>>, at::shared_memory_per_block<at::at_most<4_KiB>>>;
using large = at::grid<at::threads_per_block<256>, at::shared_memory_per_block<200_KiB>>;
using whole = at::grid<at::threads_per_block<128>, at::blocks<64>, at::blocks_per_cluster<1>,
                       at::registers_per_thread<32>, at::min_blocks_per_sm<2>>;
static_assert(at::takes_blocks_of<at::H100_80GB, large> && !at::takes_blocks_of<at::A100, large>);
static_assert(at::runs_grids_of<at::cpu, small>);
static_assert(!at::runs_grids_of<at::cpu, at::grid<at::threads_per_block<64>, at::non_portable_cluster<16>>>);
static_assert(whole::threads == 128);

int main() {
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> numbers{on, at::extents{6}};
  auto const out = numbers.view(on);
  auto const kernel = [=] ALLOTYPE_FN(at::block_of<at::cpu, small> const& block) {
    block.each_thread_at_end([&](int thread) { out(block.index() * block.threads() + thread) = block.index(); });
  };
  at::launch(on, small{2, 3, at::bytes{64}}, kernel);  // two blocks of three threads
  std::printf("%d %d %d %d %d %d\n", out(0), out(1), out(2), out(3), out(4), out(5));
}
