// SPDX-License-Identifier: BSL-1.0
// Shapes of blocks on the GPU of this machine.
#include "backends.hpp"
#include "block_shapes.hpp"

TEST_CASE("blocks of each shape give on the GPU what plain loops give") {
  allotype::queue<backends::this_gpu> on;
  block_shapes::all(on);
}
