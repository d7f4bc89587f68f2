// SPDX-License-Identifier: BSL-1.0
// Shapes of blocks on the GPU of this machine.
#include "backends.hpp"
#include "block_shapes.hpp"

TEST_CASE("blocks of each shape give on the GPU what plain loops give") {
  allotype::queue<backends::this_gpu> on;
  block_shapes::all(on);
}

TEST_CASE("a GPU takes 65,535 blocks in each dimension but the last") {
  allotype::queue<backends::this_gpu> on;
  using grid = allotype::grid<allotype::threads_per_block<1, 1>, allotype::shared_memory_per_block<allotype::bytes{4}>>;
  allotype::buffer<int, backends::this_gpu> found{on, allotype::extents{1}};
  CHECK_THROWS_WITH(
      allotype::launch(on, grid{allotype::extents{65536, 2}},
                       block_shapes::turn_rows_and_columns{found.view(on, allotype::extents{1, 1})}),
      "the GPU of this machine: launch of a grid with 65536 blocks in dimension 0; in each but the last it takes at "
      "most 65535");
}
