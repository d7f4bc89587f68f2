// SPDX-License-Identifier: BSL-1.0
// Shapes of blocks on each backend that has blocks; block_shapes_gpu.cu has those of the GPU.
#include "block_shapes.hpp"
#include "backends.hpp"

TEMPLATE_LIST_TEST_CASE("blocks of each shape give what plain loops give", "", backends::every) {
  if constexpr (backends::has_blocks<TestType>) {
    backends::on_each_number_of_threads();
    allotype::queue<TestType> on;
    block_shapes::all(on);
  }
}
