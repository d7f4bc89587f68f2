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
