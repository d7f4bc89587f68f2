// SPDX-License-Identifier: BSL-1.0
// Reductions with operations of all kinds, on whichever accelerator.
#pragma once

#include <allotype/allotype.hpp>

#include <vector>

#include "catch.hpp"

namespace reductions {

namespace at = allotype;

/// Different values, none of them in order, and the extremes twice.
struct scattered {
  ALLOTYPE_FN int operator()(long long i) const { return static_cast<int>(i * 7919 % 1009); }
};
struct several_of_each {
  scattered value;
  ALLOTYPE_FN at::tuple<long long, int, int> operator()(long long i) const { return {value(i), value(i), value(i)}; }
};
struct with_its_index {
  scattered value;
  ALLOTYPE_FN at::indexed<int, long long> operator()(long long i) const { return {value(i), i}; }
};

/// A user's type that cannot be made from nothing, and is no multiple of four bytes.
struct interval {
  constexpr ALLOTYPE_FN interval(short from, short to, short between) : low(from), high(to), width(between) {}
  short low, high, width;
  friend bool operator==(interval const&, interval const&) = default;
};
struct widest {
  ALLOTYPE_FN interval operator()(interval const& a, interval const& b) const {
    short const low = a.low < b.low ? a.low : b.low, high = a.high > b.high ? a.high : b.high;
    return {low, high, static_cast<short>(high - low)};
  }
};
struct interval_at {
  scattered value;
  ALLOTYPE_FN interval operator()(long long i) const {
    short const number = static_cast<short>(value(i));
    return {number, number, 0};
  }
};

/// Larger than a warp's shuffle moves at once.
struct histogram {
  int counts[16];
};
struct added {
  ALLOTYPE_FN histogram operator()(histogram const& a, histogram const& b) const {
    histogram sum{};
    for (int i = 0; i < 16; ++i) sum.counts[i] = a.counts[i] + b.counts[i];
    return sum;
  }
};
struct last_digit {
  ALLOTYPE_FN histogram operator()(int i) const {
    histogram one{};
    one.counts[i % 16] = 1;
    return one;
  }
};

struct flat {
  ALLOTYPE_FN double operator()(int plane, int row, int column) const { return plane * 10000 + row * 100 + column; }
  ALLOTYPE_FN double operator()(int row, int column) const { return row * 100 + column; }
  ALLOTYPE_FN double operator()(int i) const { return i; }
};
struct digits_of_four {
  ALLOTYPE_FN long long operator()(int a, int b, int c, int d) const { return ((10 * a + b) * 10LL + c) * 10 + d; }
};

template <class A>
void goes_over_boxes_and_four_dimensions(at::queue<A>& on) {
  double const in_box = at::reduce(on, at::box{{2, 5}, {10, 14}}, 0.5, at::plus{}, flat{});
  CHECK(in_box == 0.5 + 4 * (200 + 300 + 400) + 3 * (10 + 11 + 12 + 13));
  CHECK(at::reduce(on, at::box{{7, 7}}, 0.5, at::plus{}, flat{}) == 0.5);
  CHECK(at::reduce(on, at::extents{3, 4, 5, 6}, -1LL, at::maximum{}, digits_of_four{}) == 2345);
  CHECK(at::reduce(on, at::extents{3, 4, 5, 6}, 0LL, at::plus{}, digits_of_four{}) ==
        1000 * 3 * 120 + 100 * 6 * 90 + 10 * 10 * 72 + 15 * 60);
  at::buffer<double, A> sum{on, at::extents{1}};
  at::reduce(on, at::box{{2, 5}, {10, 14}}, 0.5, at::reassociated{at::plus{}}, flat{}, sum);
  std::vector<double> result(1);
  at::copy(on, sum, result);
  CHECK(result[0] == in_box);
}

// With their types: g++ 11 deduces none in an assertion.
using int_and_double = at::tuple<int, double>;
using two_ints = at::tuple<int, int>;
static_assert(int_and_double{1, 2.0} < int_and_double{1, 3.0} && int_and_double{1, 9.0} < int_and_double{2, 0.0} &&
              two_ints{1, 2} == two_ints{1, 2});
static_assert(!(two_ints{2, 1} < two_ints{1, 5}) && !(two_ints{1, 2} < two_ints{1, 2}) &&
              !(two_ints{1, 2} == two_ints{1, 3}));
static_assert(std::is_trivially_copyable_v<at::tuple<int, double>>);

/// A value and its place in two dimensions; equal values are told apart by their places.
struct value_and_place {
  ALLOTYPE_FN at::indexed<int, at::tuple<int, int>> operator()(int row, int column) const {
    return {(row * 7 + column * 3) % 5, {row, column}};
  }
};
template <class A>
void finds_places(at::queue<A>& on) {
  auto const least =
      at::reduce(on, at::extents{9, 8}, at::indexed{100, at::tuple{9, 8}}, at::arg_minimum{}, value_and_place{});
  CHECK((least.value == 0 && least.index == at::tuple{0, 0}));
  auto const most =
      at::reduce(on, at::box{{1, 9}, {0, 8}}, at::indexed{-1, at::tuple{9, 8}}, at::arg_maximum{}, value_and_place{});
  CHECK((most.value == 4 && most.index == at::tuple{1, 4}));
}

template <class A>
void finds_elements(at::queue<A>& on) {
  std::vector<int> numbers(5000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = scattered{}(static_cast<long long>(i) + 5);
  at::buffer<int, A> const buffer{on, numbers};
  CHECK(at::min_element(on, buffer) == 1004);
  CHECK(numbers[static_cast<std::size_t>(at::max_element(on, buffer.view(on)))] == 1008);
  at::buffer<int, A> const none{on, at::extents{0}};
  CHECK(at::min_element(on, none) == -1);
}

template <class A>
void several_results(at::queue<A>& on) {
  for (long long const size : {0, 1, 33, 256, 257, 4352, 4353, 30011}) {
    CAPTURE(size);
    long long sum = 5, first_of_least = size, first_of_most = size;
    int least = 2000, most = -1;
    for (long long i = 0; i < size; ++i) {
      int const value = scattered{}(i);
      sum += value;
      if (value < least) least = value, first_of_least = i;
      if (value > most) most = value, first_of_most = i;
    }
    at::extents const over{size};
    auto const [total, lowest, highest] =
        at::reduce(on, over, at::tuple{5LL, 2000, -1}, at::elementwise{at::plus{}, at::minimum{}, at::maximum{}},
                   several_of_each{});
    CHECK(total == sum);
    CHECK(lowest == least);
    CHECK(highest == most);
    CHECK(at::reduce(on, over, at::indexed{2000, size}, at::arg_minimum{}, with_its_index{}) ==
          at::indexed{least, first_of_least});
    CHECK(at::reduce(on, over, at::indexed{-1, size}, at::arg_maximum{}, with_its_index{}) ==
          at::indexed{most, first_of_most});
    auto const low = static_cast<short>(least < 500 ? least : 500), high = static_cast<short>(most > 500 ? most : 500);
    CHECK(at::reduce(on, over, interval{500, 500, 0}, widest{}, interval_at{}) ==
          interval{low, high, static_cast<short>(high - low)});
  }
  auto const digits = at::reduce(on, at::extents{5000}, histogram{}, added{}, last_digit{});
  for (int i = 0; i < 16; ++i) CHECK(digits.counts[i] == 5000 / 16 + (i < 5000 % 16 ? 1 : 0));
}

template <class A>
void leaves_the_result_there(at::queue<A>& on) {
  at::buffer<long long, A> sum{on, at::extents{1}};
  std::vector<long long> result(1);
  for (int const size : {0, 1, 300, 4352, 20000}) {
    at::reduce(on, at::extents{size}, 7, at::plus{}, scattered{}, sum);
    at::copy(on, sum, result);
    long long expected = 7;
    for (int i = 0; i < size; ++i) expected += scattered{}(i);
    CHECK(result[0] == expected);
  }
  at::buffer<double, A> plane{on, at::extents{1}};
  std::vector<double> sum_of_plane(1);
  at::reduce(on, at::extents{10, 20}, 1, at::plus{}, flat{}, plane.view(on, at::extents{1}));
  at::copy(on, plane, sum_of_plane);
  CHECK(sum_of_plane[0] == 1 + 100 * 20 * 45 + 10 * 190);
  at::buffer<long long, A> two{on, at::extents{2}};
  CHECK_THROWS_AS(at::reduce(on, at::extents{3}, 0, at::plus{}, scattered{}, two), at::size_error);
  CHECK_THROWS_WITH(at::reduce(on, at::extents{3}, 0, at::plus{}, scattered{}, two),
                    "reduce: a reduction has 1 elements and the view has 2; both need the same number");
}

/// Sums of whole numbers are the same in every order.
template <class A>
void reassociates(at::queue<A>& on) {
  at::reassociated const sum{at::plus{}};
  for (int const size : {0, 1, 15, 16, 17, 1000}) {
    CHECK(at::reduce(on, at::extents{size}, 0.5, sum, flat{}) == 0.5 + size * (size - 1.0) / 2);
    CHECK(at::reduce(on, at::extents{size}, -1., at::reassociated{at::maximum{}}, flat{}) == size - 1);
    CHECK(at::reduce(on, at::extents{size}, 0LL, sum, scattered{}) ==
          at::reduce(on, at::extents{size}, 0LL, at::plus{}, scattered{}));
    for (int const rows : {1, 5}) {
      at::extents const plane{rows, size};
      at::extents const space{3, rows, size};
      CHECK(at::reduce(on, plane, 1., sum, flat{}) == at::reduce(on, plane, 1., at::plus{}, flat{}));
      CHECK(at::reduce(on, space, 1., sum, flat{}) == at::reduce(on, space, 1., at::plus{}, flat{}));
    }
  }
}

template <class A>
void all(at::queue<A>& on) {
  SECTION("several results of one pass") { several_results(on); }
  SECTION("finds places in two dimensions") { finds_places(on); }
  SECTION("finds elements") { finds_elements(on); }
  SECTION("leaves the result on the accelerator") { leaves_the_result_there(on); }
  SECTION("goes over boxes and four dimensions") { goes_over_boxes_and_four_dimensions(on); }
  SECTION("reassociates") { reassociates(on); }
}

}  // namespace reductions
