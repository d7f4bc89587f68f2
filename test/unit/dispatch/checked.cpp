// SPDX-License-Identifier: BSL-1.0
// A checked build on OpenMP's threads.
#include "checked.hpp"

TEST_CASE("a checked build finds indices outside views on the CPU") {
  allotype::queue<allotype::cpu> on;
  checked::finds_indices_outside(on);
  checked::finds_indices_outside_in_blocks(on);
  checked::finds_indices_outside_in_reductions(on);
}

TEST_CASE("outside kernels there is an error without a kernel's name") {
  allotype::queue<allotype::cpu> on;
  allotype::buffer<int, allotype::cpu> buffer{on, allotype::extents{3}};
  auto const values = buffer.view(on, allotype::extents{3});
  CHECK_THROWS_WITH(values(3), "view: the index (3) is outside the extents 3");
  CHECK_THROWS_AS(values(-1), allotype::index_error);
}

TEST_CASE("blocks that run on several threads are observed") {
  allotype::queue<allotype::cpu> on;
  using grid = allotype::grid<allotype::threads_per_block<8>, allotype::shared_memory_per_block<allotype::bytes{32}>>;
  auto const write = [](allotype::block_of<allotype::cpu, grid> const& block) {
    int* const held = block.shared<int>();
    block.each_thread([&](int thread) { held[block.index() == 70 && thread == 5 ? 4 : thread] = thread; });
  };
  for (int i = 0; i < 5; ++i) {
    CHECK_THROWS_WITH(
        allotype::launch(on, grid{100}, write),
        starts_with("launch: block 70: threads 4 and 5 touch element 4 of shared<int>() with no barrier between"));
  }
}
