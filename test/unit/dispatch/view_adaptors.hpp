// SPDX-License-Identifier: BSL-1.0
// Columns and reversed views on an accelerator, whichever.
#pragma once

#include <allotype/view_adaptors.hpp>

#include <algorithm>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include "catch.hpp"

namespace view_adaptors {

namespace at = allotype;

template <class From, class To>
struct take_over {
  From from;
  To to;
  ALLOTYPE_FN void operator()(int i) const { to(i) = from(i); }
};

template <class A>
void all(at::queue<A>& on) {
  int const rows = 5, columns = 3;
  at::extents const plane{rows, columns};
  std::vector<int> numbers(15), found(5);
  std::iota(numbers.begin(), numbers.end(), 0);
  at::buffer<int, A> from{on, numbers}, to{on, at::extents{rows}};
  auto const view = from.view(on, plane);
  for (int c = 0; c < columns; ++c) {
    auto const column = at::column(view, c);
    at::for_each(on, column.extents, take_over{column, to.view(on)});
    at::copy(on, to, found);
    CHECK(found == std::vector<int>{c, 3 + c, 6 + c, 9 + c, 12 + c});
  }
  auto const upwards = at::reversed(at::column(view, 2));
  at::for_each(on, upwards.extents, take_over{upwards, to.view(on)});
  at::copy(on, to, found);
  CHECK(found == std::vector<int>{14, 11, 8, 5, 2});
  // What is written through them: the elements of the view, also of one in another order.
  auto const other = from.view(on, plane, at::column_major{});
  at::for_each(on, at::extents{rows}, take_over{to.view(on), at::reversed(at::column(other, 1))});
  at::copy(on, from, numbers);
  CHECK(std::vector<int>(numbers.begin() + 5, numbers.begin() + 10) == std::vector<int>{2, 5, 8, 11, 14});
  CHECK(upwards.size() == rows);
  // Each second row of a column, from both ends; the last step may be short.
  std::iota(numbers.begin(), numbers.end(), 0);
  at::buffer<int, A> again{on, numbers};
  auto const same = again.view(on, plane);
  auto const even = at::strided(at::column(same, 1), 2);
  CHECK(even.size() == 3);
  at::for_each(on, even.extents, take_over{even, to.view(on)});
  auto const from_last = at::reversed(at::strided(at::column(same, 1), 3));
  at::for_each(on, from_last.extents, take_over{from_last, at::strided(at::reversed(to.view(on)), 1)});
  at::copy(on, to, found);
  CHECK(found == std::vector<int>{1, 7, 13, 1, 10});
  CHECK(at::strided(from.view(on), 5).size() == 3);
  CHECK(at::strided(from.view(on), 16).size() == 1);
  CHECK(at::strided(at::view<int, 1, A>{nullptr, {0}}, 2).size() == 0);
  CHECK_THROWS_AS(at::strided(from.view(on), 0), at::size_error);
  CHECK_THROWS_AS(at::column(view, 3), at::size_error);
  CHECK_THROWS_AS(at::column(view, -1), at::size_error);
}

/// Loops of the host, where the memory is its own.
inline void loops_on_the_host() {
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> buffer{on, std::vector<int>{3, 1, 2}};
  auto const view = buffer.view(on);
  on.wait();
  int sum = 0;
  for (int const number : view) sum = 10 * sum + number;
  CHECK(sum == 312);
  std::sort(view.begin(), view.end());
  using line = at::view<int, 1, at::cpu>;
  static_assert(std::is_same_v<decltype(at::reversed(view)), at::reversed_view<line>>);
  static_assert(std::is_same_v<decltype(at::column(buffer.view(on, at::extents{1, 3}), 0)),
                               at::column_view<at::view<int, 2, at::cpu>>>);
  std::span<int const> const numbers{view};
  CHECK(std::vector<int>(numbers.begin(), numbers.end()) == std::vector<int>{1, 2, 3});
  CHECK(at::reversed(view)[0] == 3);
  static_assert(std::is_same_v<decltype(at::strided(view, 2)), at::strided_view<line>>);
  at::strided(view, 2)[1] = 7;
  CHECK(view(2) == 7);
#ifdef ALLOTYPE_CHECKED
  CHECK_THROWS_AS(at::reversed(view)(3), at::index_error);
  CHECK_THROWS_AS(at::strided(view, 2)(2), at::index_error);
#endif
}

}  // namespace view_adaptors
