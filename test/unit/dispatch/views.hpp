// SPDX-License-Identifier: BSL-1.0
// Boxes, parts of views, layouts and more than three dimensions on an accelerator, whichever.
#pragma once

#include "verbs.hpp"

namespace views {

namespace at = allotype;
using verbs::counting, verbs::on_host;

template <class View>
struct add_position {
  View values;
  int width;
  ALLOTYPE_FN void operator()(int row, int column) const { values(row, column) += 1 + row * width + column; }
};
template <class View>
struct add_in_four {
  View values;
  ALLOTYPE_FN void operator()(int a, int b, int c, int d) const {
    values(a, b, c, d) += 1000 * a + 100 * b + 10 * c + d;
  }
};
template <class View>
struct element_of_four {
  View values;
  ALLOTYPE_FN int operator()(int a, int b, int c, int d) const { return values(a, b, c, d); }
};
template <class View>
struct add_in_six {
  View values;
  ALLOTYPE_FN void operator()(long long a, long long b, long long c, long long d, long long e, long long f) const {
    values(a, b, c, d, e, f) += static_cast<int>(((((a * 10 + b) * 10 + c) * 10 + d) * 10 + e) * 10 + f);
  }
};
template <class View>
struct set_index {
  View values;
  ALLOTYPE_FN void operator()(int i) const { values(i) = i; }
};
template <class From, class To>
struct transpose {
  From from;
  To to;
  ALLOTYPE_FN void operator()(int row, int column) const { to(column, row) = from(row, column); }
};

template <class From, class To>
struct transpose_column {
  From from;
  To to;
  ALLOTYPE_FN void operator()(int row) const { to(row) = from(row, 0); }
};

template <class A>
void goes_over_boxes(at::queue<A>& on) {
  for (auto const& [first_row, last_row, first_column, last_column] :
       {std::array<int, 4>{1, 4, 2, 6}, {0, 5, 0, 7}, {0, 0, 0, 7}, {2, 3, 6, 7}, {4, 4, 3, 3}}) {
    at::buffer<int, A> plane{on, at::extents{5, 7}};
    at::fill(on, plane, 0);
    at::box const inside{{first_row, last_row}, {first_column, last_column}};
    at::for_each(on, inside, add_position{plane.view(on, at::extents{5, 7}), 7});
    std::vector<int> expected(35, 0);
    for (int row = first_row; row < last_row; ++row) {
      for (int column = first_column; column < last_column; ++column) {
        expected[static_cast<std::size_t>(row * 7 + column)] = 1 + row * 7 + column;
      }
    }
    CHECK(on_host(on, plane) == expected);
  }
  // One that begins below zero, and one of 64 bits far out.
  at::buffer<int, A> line{on, at::extents{6}};
  auto const values = line.view(on, at::extents{6});
  at::for_each(on, at::box{{-3, 3}}, [=] ALLOTYPE_FN(int i) { values(i + 3) = i; });
  CHECK(on_host(on, line) == std::vector<int>{-3, -2, -1, 0, 1, 2});
  constexpr long long far = 1LL << 40;
  at::for_each(on, at::box{{far, far + 6}},
               [=] ALLOTYPE_FN(long long i) { values(static_cast<int>(i - far)) = static_cast<int>(i % 1000); });
  CHECK(on_host(on, line) == std::vector<int>{776, 777, 778, 779, 780, 781});

  CHECK_THROWS_WITH(
      at::for_each(on, at::box{{4, 1}}, set_index{values}),
      "box: dimension 0 begins at 4 and ends at 1; an end is at least the beginning, and equal to it in an empty box");
  CHECK_THROWS_WITH(at::for_each(on, at::box{{-2'000'000'000, 2'000'000'000}}, set_index{values}),
                    contains("is longer than 32 bits can hold"));
}

template <class A>
void has_parts(at::queue<A>& on) {
  at::extents const size{5, 7};
  at::buffer<int, A> plane{on, counting(35)};
  auto const all = plane.view(on, size);
  auto const part = all.part(at::box{{1, 4}, {2, 6}});
  CHECK(part.dimensions() == 2);
  CHECK((part.extent(0) == 3 && part.extent(1) == 4 && part.size() == 12));
  CHECK((part.stride(0) == 7 && part.stride(1) == 1));
  auto const inner = part.part(at::box{{1, 3}, {1, 2}});
  CHECK(inner.data() == all.data() + 2 * 7 + 3);
  at::for_each(on, inner.extents, add_position{inner, 1000});
  std::vector<int> expected = counting(35);
  expected[17] += 1, expected[24] += 1001;
  CHECK(on_host(on, plane) == expected);

  auto const line = plane.view(on, at::extents{35}).part(at::box{{30, 35}});
  static_assert(std::is_same_v<decltype(line), at::view<int, 1, A> const>);  // one dimension has no gaps
  at::for_each(on, line.extents, set_index{line});
  for (int i = 0; i < 5; ++i) expected[static_cast<std::size_t>(30 + i)] = i;
  CHECK(on_host(on, plane) == expected);

  CHECK_THROWS_AS(all.part(at::box{{0, 6}, {0, 7}}), at::size_error);
  CHECK_THROWS_WITH(all.part(at::box{{0, 5}, {-1, 7}}),
                    "view: a part from -1 to 7 of dimension 1, which has 7 indices; a part lies between 0 and that");
  CHECK_THROWS_WITH(all.part(at::box{{3, 2}, {0, 7}}), contains("a part from 3 to 2 of dimension 0, which has 5"));
}

template <class A>
void has_columns_first(at::queue<A>& on) {
  at::extents const size{5, 7};
  at::buffer<int, A> rows{on, counting(35)}, columns{on, at::extents{35}};
  auto const by_column = columns.view(on, size, at::column_major{});
  CHECK((by_column.stride(0) == 1 && by_column.stride(1) == 5));
  CHECK(at::view_of(on, columns.data(), size, at::column_major{}).stride(1) == 5);
  // Transposed, and the other way round: the elements are where they were.
  at::for_each(on, size,
               transpose{std::as_const(rows).view(on, size), columns.view(on, at::extents{7, 5}, at::column_major{})});
  CHECK(on_host(on, columns) == counting(35));

  auto const part = by_column.part(at::box{{1, 5}, {2, 4}});
  CHECK((part.stride(0) == 1 && part.stride(1) == 5 && part.data() == columns.data() + 11));
  std::vector<int> copied(8);
  at::copy(on, part, copied);
  CHECK(copied == std::vector<int>{11, 12, 13, 14, 16, 17, 18, 19});
  at::buffer<int, A> space{on, counting(2 * 3 * 4)};
  auto const cells = space.view(on, at::extents{2, 3, 4}, at::column_major{});
  at::for_each(on, at::extents{1}, [=] ALLOTYPE_FN(int) { cells(1, 2, 3) = -cells(1, 2, 3); });
  CHECK(on_host(on, space).back() == -23);
}

template <class View>
struct set_in_subviews {
  View values;
  ALLOTYPE_FN void operator()(int plane, int row) const {
    auto const line = values.subview(plane).subview(row);
    for (int i = 0; i < line.extent(0); ++i) line(i) = 100 * plane + 10 * row + i;
  }
};

/// One index of the slowest dimension: of whole views, of parts, of columns first, and within kernels.
template <class A>
void has_subviews(at::queue<A>& on) {
  at::buffer<int, A> buffer{on, at::extents{2 * 3 * 4}};
  at::fill(on, buffer, 0);
  at::extents const size{2, 3, 4};
  auto const all = buffer.view(on, size);
  at::for_each(on, at::extents{2, 3}, set_in_subviews{all});
  std::vector<int> expected;
  for (int i = 0; i < 24; ++i) expected.push_back(100 * (i / 12) + 10 * (i / 4 % 3) + i % 4);
  CHECK(on_host(on, buffer) == expected);

  static_assert(std::is_same_v<decltype(all.subview(0)), at::view<int, 2, A>>);
  static_assert(std::is_same_v<decltype(all.subview(0).subview(0)), at::view<int, 1, A>>);
  auto const part = all.part(at::box{{0, 2}, {1, 3}, {1, 4}});
  std::vector<int> line(3), plane(6);
  at::copy(on, part.subview(1), plane);
  CHECK(plane == std::vector{111, 112, 113, 121, 122, 123});
  at::copy(on, part.subview(1).subview(1), line);
  CHECK(line == std::vector{121, 122, 123});
  // The last index of a view with columns first is the slowest.
  auto const columns = buffer.view(on, at::extents{4, 6}, at::column_major{});
  std::vector<int> column(4);
  at::copy(on, columns.subview(4), column);
  CHECK(column == std::vector{110, 111, 112, 113});
  CHECK_THROWS_WITH(all.subview(2),
                    "view: a part from 2 to 3 of dimension 0, which has 2 indices; a part lies between 0 and that");
  CHECK_THROWS_WITH(columns.subview(-1),
                    "view: a part from -1 to 0 of dimension 1, which has 6 indices; a part lies between 0 and that");
}

/// Every shape of a copy: lines, planes, more than three dimensions, a single column, nothing.
template <class A>
void copies_parts(at::queue<A>& on) {
  std::vector<int> const numbers = counting(2 * 3 * 4 * 5);
  at::buffer<int, A> in{on, numbers}, out{on, at::extents{numbers.size()}};
  at::extents const size{2, 3, 4, 5};
  auto const from = std::as_const(in).view(on, size);
  auto const to = out.view(on, size);
  using box = at::box<4>;
  for (box const& of : {box{{0, 2}, {1, 3}, {1, 3}, {1, 4}}, box{{0, 2}, {0, 3}, {0, 4}, {4, 5}},
                        box{{1, 2}, {1, 3}, {0, 4}, {0, 5}}, box{{0, 2}, {2, 3}, {1, 4}, {0, 5}},
                        box{{0, 2}, {0, 3}, {2, 2}, {0, 5}}, box{{0, 2}, {0, 3}, {0, 4}, {0, 5}}}) {
    std::vector<int> expected(numbers.size(), -1), packed;
    for (int a = of.begin[0]; a < of.end[0]; ++a) {
      for (int b = of.begin[1]; b < of.end[1]; ++b) {
        for (int c = of.begin[2]; c < of.end[2]; ++c) {
          for (int d = of.begin[3]; d < of.end[3]; ++d) {
            int const position = ((a * 3 + b) * 4 + c) * 5 + d;
            packed.push_back(position);
            expected[static_cast<std::size_t>(position)] = position;
          }
        }
      }
    }
    at::fill(on, out, -1);
    at::copy(on, from.part(of), to.part(of));  // within the device
    CHECK(on_host(on, out) == expected);
    std::vector<int> received(packed.size());
    at::copy(on, from.part(of), received);  // to the host
    CHECK(received == packed);
    at::fill(on, out, -1);
    at::copy(on, received, to.part(of));  // from the host
    CHECK(on_host(on, out) == expected);
    at::buffer<int, A> dense{on, at::extents{packed.size()}};
    at::copy(on, from.part(of), dense);  // between a view and a buffer
    CHECK(on_host(on, dense) == packed);
    // A part of the host's memory.
    std::vector<int> memory(numbers.size(), -1);
    at::view<int, 4, at::cpu> const host{memory.data(), size};
    at::copy(on, from.part(of), host.part(of));
    CHECK(memory == expected);
  }
  auto const part = from.part(box{{0, 2}, {1, 3}, {1, 3}, {1, 4}});
  CHECK_THROWS_WITH(at::copy(on, part, to),
                    "copy: the view to copy from has the extents 2 x 2 x 2 x 3 and the view to copy to has "
                    "2 x 3 x 4 x 5; both need the same");
  CHECK_THROWS_WITH(at::copy(on, part, out),
                    contains("the view to copy from has 24 elements and the buffer to copy to has 120"));
  static_assert(!at::can_copy<A, decltype(to), decltype(from)>);  // its elements are const
  static_assert(!at::can_copy<A, decltype(to), decltype(out.view(on, size, at::column_major{}))>);
}

template <class A>
void has_six_dimensions(at::queue<A>& on) {
  at::extents const four{3, 2, 4, 5};
  at::buffer<int, A> buffer{on, at::extents{120}};
  at::fill(on, buffer, 0);
  at::for_each(on, four, add_in_four{buffer.view(on, four)});
  std::vector<int> expected;
  for (int i = 0; i < 120; ++i) expected.push_back(1000 * (i / 40) + 100 * (i / 20 % 2) + 10 * (i / 5 % 4) + i % 5);
  CHECK(on_host(on, buffer) == expected);

  at::extents const six{2, 3LL, 2, 2, 1, 5};
  at::fill(on, buffer, 0);
  at::for_each(on, six, add_in_six{buffer.view(on, six)});
  expected.clear();
  for (int i = 0; i < 120; ++i) {
    expected.push_back(((((i / 60) * 10 + i / 20 % 3) * 10 + i / 10 % 2) * 10 + i / 5 % 2) * 100 + i % 5);
  }
  CHECK(on_host(on, buffer) == expected);

  at::fill(on, buffer, 0);
  at::for_each(on, at::box{{1, 3}, {1, 2}, {3, 4}, {0, 2}}, add_in_four{buffer.view(on, four)});
  std::vector<int> in_box(120, 0);
  in_box[75] = 1130, in_box[76] = 1131, in_box[115] = 2130, in_box[116] = 2131;
  CHECK(on_host(on, buffer) == in_box);

  element_of_four const value{buffer.view(on, four)};
  CHECK(at::reduce(on, four, 3, at::plus{}, value) == 3 + 2 * (1130 + 2130) + 2);
  CHECK(at::reduce(on, at::box{{1, 2}, {0, 2}, {3, 4}, {1, 5}}, 0, at::plus{}, value) == 1131);
}

/// Functions that are no templates over what kind of view they get.
template <class A>
long long size_of(at::queue<A>&, at::view<int, 1, A> line) {
  return line.size();
}
template <class A>
void copy_column(at::queue<A>& on, at::view<int const, 2, A, int, at::row_major::strided> from,
                 at::view<int, 1, A> to) {
  at::for_each(on, at::extents{to.extent(0)}, transpose_column{from, to});
}

template <class A>
void converts_views(at::queue<A>& on) {
  at::extents const size{4, 6};
  at::buffer<int, A> const plane{on, counting(24)};
  at::buffer<int, A> column{on, at::extents{4}};
  CHECK(size_of(on, column.view(on)) == 4);
  copy_column<A>(on, plane.view(on, size), column.view(on));
  CHECK(on_host(on, column) == std::vector{0, 6, 12, 18});
  copy_column<A>(on, plane.view(on, size).part(at::box{{0, 4}, {5, 6}}), column.view(on, at::extents{4}));
  CHECK(on_host(on, column) == std::vector{5, 11, 17, 23});

  using wide = at::view<int, 2, A, long long>;
  using narrow = at::view<int const, 2, A>;
  narrow const largest = wide{nullptr, {1LL << 16, (1LL << 15) - 1}};
  CHECK(largest.extents == at::extents{1 << 16, (1 << 15) - 1});
  CHECK_THROWS_WITH(narrow(wide{nullptr, {1LL << 16, 1LL << 15}}),
                    "view: 2147483648 elements need 64-bit indices: give the extents in 64 bits, as in view(queue, "
                    "extents{buffer.size()})");

  auto const far_too_many = at::borrowed_buffer(on, column.data(), at::extents{1LL << 31});
  CHECK_THROWS_AS(far_too_many.view(on), at::size_error);
  CHECK(far_too_many.view(on, at::extents{far_too_many.size()}).size() == 1LL << 31);

  long long const wider = (1LL << 32) + 5;
  CHECK_THROWS_WITH(
      at::extents<1>(wider),
      "extents: a size needs 64 bits: write extents{...} without <...>, or extents<Dimensions, long long>; the "
      "number is 4294967301");
  CHECK_THROWS_WITH(
      (at::box<2>{{0, 1}, {-wider, 1}}),
      "box: a bound needs 64 bits: write box{{...}} without <...>, or box<Dimensions, long long>; the number "
      "is -4294967301");

  STATIC_REQUIRE(std::is_convertible_v<at::view<int, 1, A>, at::view<int const, 1, A, long long>>);
  STATIC_REQUIRE(!std::is_convertible_v<at::view<int const, 1, A>, at::view<int, 1, A>>);
  STATIC_REQUIRE(!std::is_convertible_v<at::view<int, 1, A>, at::view<float, 1, A>>);
  STATIC_REQUIRE(!std::is_convertible_v<at::view<int, 2, A>, at::view<int, 1, A>>);
  STATIC_REQUIRE(!std::is_convertible_v<at::view<int, 2, A>, at::view<int, 2, A, int, at::column_major>>);
  STATIC_REQUIRE(!std::is_convertible_v<at::view<int, 2, A, int, at::row_major::strided>, at::view<int, 2, A>>);
}

template <class A>
void all() {
  at::queue<A> on;
  SECTION("converts views") { converts_views(on); }
  SECTION("goes over boxes") { goes_over_boxes(on); }
  SECTION("has parts") { has_parts(on); }
  SECTION("has columns first") { has_columns_first(on); }
  SECTION("has subviews") { has_subviews(on); }
  SECTION("copies parts") { copies_parts(on); }
  SECTION("has six dimensions") { has_six_dimensions(on); }
}

}  // namespace views
