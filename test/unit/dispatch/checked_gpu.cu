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

TEST_CASE("a checked build refuses the host an element of the GPU's memory") {
  namespace at = allotype;
  at::queue<this_gpu> on = open_this_gpu();
  at::buffer<int, this_gpu> buffer{on, at::extents{35}};
  std::string const refused =
      std::string(at::name_of<this_gpu>) + ": view: code of the host uses an element of the accelerator's memory: copy";
  CHECK_THROWS_WITH(buffer.view(on)(1), starts_with(refused));
  CHECK_THROWS_AS(buffer.view(on, at::extents{5, 7})(4, 6) = 1, at::access_error);
  int of_the_host[3]{1, 2, 3};
  CHECK_THROWS_AS((at::view<int, 1, this_gpu>{of_the_host, {3}}(1)), at::access_error);

  at::unified_buffer<int, this_gpu> both{on, at::extents{35}};
  at::fill(on, both, 4);
  on.wait();
  CHECK(both.view(on)(34) == 4);
  at::pinned<int, this_gpu> pinned{on, at::extents{3}};
  at::view_of(on, pinned.data(), at::extents{3})(2) = 5;
  CHECK(pinned[2] == 5);
}
