// SPDX-License-Identifier: BSL-1.0
// Views as std::mdspan, or as libcu++'s where the standard library has none.
#include <allotype/allotype.hpp>

#include <version>

#ifdef __cpp_lib_mdspan
#  include <mdspan>
namespace other = std;
#else
#  include <cuda/std/mdspan>
namespace other = cuda::std;
#endif
#include <vector>

#include "catch.hpp"

namespace at = allotype;

TEST_CASE("a view converts to an mdspan with the same elements") {
  at::queue<at::cpu> on;
  at::buffer numbers{on, std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}};
  auto const rows = numbers.view(on, at::extents{3, 4});
  auto const columns = numbers.view(on, at::extents{3, 4}, at::column_major{});
  auto const part = rows.part(at::box{{1, 3}, {2, 4}});
  using dynamic = other::dextents<int, 2>;

  other::mdspan<int, dynamic> const by_rows = rows;
  other::mdspan<int const, dynamic, other::layout_left> const by_columns = columns;
  other::mdspan<int, dynamic, other::layout_stride> const of_part = part;
  CHECK(by_rows.data_handle() == rows.data());
  CHECK((by_rows.extent(0) == 3 && by_rows.extent(1) == 4));
  CHECK(by_rows.mapping()(2, 1) == 9);
  CHECK(by_columns.mapping()(2, 1) == 5);
  CHECK(of_part.data_handle() == &rows(1, 2));
  CHECK(of_part.mapping()(1, 1) == 5);
  other::mdspan<int, dynamic, other::layout_stride> const with_distances = columns;
  CHECK((with_distances.stride(0) == 1 && with_distances.stride(1) == 3));
  other::mdspan<int, other::extents<int, 3, 4>> const fixed = rows;
  CHECK(fixed.mapping()(2, 1) == 9);
}

TEST_CASE("an mdspan of another layout or of other static extents is refused") {
  at::queue<at::cpu> on;
  at::buffer numbers{on, std::vector<int>(12)};
  auto const rows = numbers.view(on, at::extents{3, 4});
  using dynamic = other::dextents<int, 2>;
  using by_columns = other::mdspan<int, dynamic, other::layout_left>;
  using fixed = other::mdspan<int, other::extents<int, 3, 5>>;
  CHECK_THROWS_WITH(by_columns(rows), "view: converted to an mdspan whose stride of dimension 0 is 1; the view's is 4");
  CHECK_THROWS_WITH(fixed(rows), "view: converted to an mdspan whose extent of dimension 1 is 5; the view's is 4");
  static_assert(!std::is_convertible_v<at::view<int const, 2, at::cpu>, other::mdspan<int, dynamic>>);
  static_assert(!std::is_convertible_v<at::view<int, 1, at::cpu>, other::mdspan<int, dynamic>>);
  static_assert(!std::is_convertible_v<at::view<float, 2, at::cpu>, other::mdspan<int, dynamic>>);
}
