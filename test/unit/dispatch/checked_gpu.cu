// SPDX-License-Identifier: BSL-1.0
// A checked build on the GPU of this machine. Threads that end in a reduction leave memory of it unwritten, which would be a
// finding of the interpreter, so that case is the CPU's.
#include "checked.hpp"
#include "this_gpu.hpp"

TEST_CASE("a checked build finds indices outside views on the GPU") {
  allotype::queue<this_gpu> on = open_this_gpu();
  SECTION("in loops and reductions") { checked::finds_indices_outside(on); }
  SECTION("in blocks") { checked::finds_indices_outside_in_blocks(on); }
}
