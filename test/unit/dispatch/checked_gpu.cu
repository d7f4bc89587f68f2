// SPDX-License-Identifier: BSL-1.0
// A checked build on the GPU of this machine.
#include "checked.hpp"
#include "this_gpu.hpp"

TEST_CASE("a checked build finds indices outside views on the GPU") {
  allotype::queue<this_gpu> on = open_this_gpu();
  SECTION("in loops") { checked::finds_indices_outside(on); }
  SECTION("in reductions") { checked::finds_indices_outside_in_reductions(on); }
  SECTION("in blocks") { checked::finds_indices_outside_in_blocks(on); }
}
