// SPDX-License-Identifier: BSL-1.0
// Scans, and copies of what a condition holds for, on whichever accelerator.
#pragma once

#include <allotype/allotype.hpp>

#include <vector>

#include "catch.hpp"

namespace scans {

namespace at = allotype;

inline int scattered(long long i) { return static_cast<int>(i * 7919 % 1009) - 500; }

/// `x -> factor * x + shift`, without overflow; one after the other is associative and not commutative.
struct line {
  unsigned factor, shift;
  friend bool operator==(line const&, line const&) = default;
};
struct after {
  ALLOTYPE_FN line operator()(line const& a, line const& b) const {
    return {a.factor * b.factor, b.factor * a.shift + b.shift};
  }
};
struct is_positive {
  ALLOTYPE_FN bool operator()(int value) const { return value > 0; }
};
struct never {
  ALLOTYPE_FN bool operator()(int) const { return false; }
};

template <class T, class A>
std::vector<T> on_host(at::queue<A>& on, at::buffer<T, A> const& buffer) {
  std::vector<T> numbers(static_cast<std::size_t>(buffer.size()), T{});
  at::copy(on, buffer, numbers);
  return numbers;
}

/// One element, a part of a tile, a tile, several tiles, and several shares of them.
inline constexpr int sizes[] = {0, 1, 8, 9, 255, 257, 2048, 2049, 10007};

template <class A>
void scans_sums(at::queue<A>& on) {
  for (int const size : sizes) {
    CAPTURE(size);
    std::vector<int> numbers;
    std::vector<long long> with, without;
    long long sum = 7;
    for (int i = 0; i < size; ++i) {
      numbers.push_back(scattered(i));
      without.push_back(sum);
      sum += scattered(i);
      with.push_back(sum - 7);
    }
    at::buffer<int, A> from{on, numbers};
    at::buffer<long long, A> to{on, at::extents{size}};
    at::inclusive_scan(on, from, to);
    CHECK(on_host(on, to) == with);
    at::exclusive_scan(on, from, to, 7);
    CHECK(on_host(on, to) == without);
    at::exclusive_scan(on, from.view(on), to.view(on), 7, at::plus{});
    CHECK(on_host(on, to) == without);

    std::vector<int> largest(numbers);
    for (std::size_t i = 1; i < largest.size(); ++i)
      largest[i] = largest[i] < largest[i - 1] ? largest[i - 1] : largest[i];
    at::inclusive_scan(on, from, from, at::maximum{});  // in its place
    CHECK(on_host(on, from) == largest);
  }
}

template <class A>
void keeps_the_order(at::queue<A>& on) {
  for (int const size : sizes) {
    CAPTURE(size);
    std::vector<line> lines, with, without;
    line all{3, 5};
    for (unsigned i = 0; i < static_cast<unsigned>(size); ++i) {
      lines.push_back({2 * i + 1, i % 10});
      without.push_back(all);
      all = after{}(all, lines.back());
      with.push_back(i == 0 ? lines[0] : after{}(with.back(), lines.back()));
    }
    at::buffer<line, A> from{on, lines}, to{on, at::extents{size}};
    at::inclusive_scan(on, from, to, after{});
    CHECK(on_host(on, to) == with);
    at::exclusive_scan(on, from, from, line{3, 5}, after{});
    CHECK(on_host(on, from) == without);
  }
}

/// A line of 128 bytes.
struct long_line {
  line values;
  unsigned unused[30];
};
struct after_long {
  ALLOTYPE_FN long_line operator()(long_line const& a, long_line const& b) const {
    return {after{}(a.values, b.values), {}};
  }
};

/// Of such elements a block of a GPU scans 256: 32 blocks are a group there, and 32 groups a section.
template <class A>
void keeps_the_order_of_groups(at::queue<A>& on, int size) {
  std::vector<long_line> lines;
  for (unsigned i = 0; i < static_cast<unsigned>(size); ++i) lines.push_back({{2 * i + 1, i % 10}, {}});
  at::buffer<long_line, A> from{on, lines}, to{on, at::extents{size}};
  at::inclusive_scan(on, from, to, after_long{});
  auto const with = on_host(on, to);
  at::exclusive_scan(on, from, to, long_line{{3, 5}, {}}, after_long{});
  auto const without = on_host(on, to);
  line all = lines[0].values, all_but_one{3, 5};
  long long wrong = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) all = after{}(all, lines[i].values);
    wrong += with[i].values != all;
    wrong += without[i].values != all_but_one;
    all_but_one = after{}(all_but_one, lines[i].values);
  }
  CHECK(wrong == 0);
}

template <class A>
void copies_what_holds(at::queue<A>& on) {
  for (int const size : sizes) {
    CAPTURE(size);
    std::vector<int> numbers, expected;
    for (int i = 0; i < size; ++i) {
      numbers.push_back(scattered(i));
      if (scattered(i) > 0) expected.push_back(scattered(i));
    }
    at::buffer<int, A> const from{on, numbers};
    at::buffer<int, A> to{on, at::extents{size}};
    at::fill(on, to, -1);
    long long const positive = at::copy_if(on, from, to, is_positive{});
    CHECK(positive == static_cast<long long>(expected.size()));
    CHECK(at::count_if(on, from, is_positive{}) == positive);
    CHECK(at::count_if(on, from.view(on), never{}) == 0);
    expected.resize(static_cast<std::size_t>(size), -1);
    CHECK(on_host(on, to) == expected);
    CHECK(at::copy_if(on, from, to, never{}) == 0);
  }
}

struct scattered_here {
  ALLOTYPE_FN int operator()(int i) const { return static_cast<int>(i * 7919LL % 1009) - 500; }
};
struct is_scattered_above {
  int bound;
  ALLOTYPE_FN bool operator()(long long i) const { return static_cast<int>(i * 7919 % 1009) - 500 > bound; }
};
struct on_diagonal {
  ALLOTYPE_FN bool operator()(int row, int column) const { return row == column; }
};

/// The same without memory that is read: functions of the index.
template <class A>
void takes_indices(at::queue<A>& on) {
  for (int const size : sizes) {
    CAPTURE(size);
    at::buffer<int, A> numbers{on, at::extents{size}};
    auto const values = numbers.view(on);
    at::for_each(on, values.extents, [=] ALLOTYPE_FN(int i) { values(i) = scattered_here{}(i); });
    at::buffer<long long, A> expected{on, at::extents{size}}, found{on, at::extents{size}};
    at::inclusive_scan(on, numbers, expected);
    at::inclusive_scan(on, at::extents{size}, found, at::plus{}, scattered_here{});
    CHECK(on_host(on, found) == on_host(on, expected));
    at::exclusive_scan(on, numbers, expected, 7, at::maximum{});
    at::exclusive_scan(on, at::extents{static_cast<long long>(size)}, found.view(on), 7, at::maximum{},
                       scattered_here{});
    CHECK(on_host(on, found) == on_host(on, expected));

    std::vector<int> chosen;
    for (int i = 0; i < size; ++i) {
      if (is_scattered_above{100}(i)) chosen.push_back(i);
    }
    at::buffer<int, A> indices{on, at::extents{size}};
    at::fill(on, indices, -1);
    auto const count = static_cast<long long>(chosen.size());
    CHECK(at::copy_if(on, at::extents{size}, indices, is_scattered_above{100}) == count);
    CHECK(at::count_if(on, at::extents{size}, is_scattered_above{100}) == count);
    chosen.resize(static_cast<std::size_t>(size), -1);
    CHECK(on_host(on, indices) == chosen);
  }
  // A box does not begin at 0, and an index goes into 64 bits.
  at::box<1, long long> const part{{5000000000, 5000000100}};
  at::buffer<long long, A> large{on, at::extents{100}};
  at::fill(on, large, -1LL);
  std::vector<long long> above;
  for (long long i = part.begin[0]; i < part.end[0]; ++i) {
    if (is_scattered_above{0}(i)) above.push_back(i);
  }
  CHECK(at::copy_if(on, part, large, is_scattered_above{0}) == static_cast<long long>(above.size()));
  above.resize(100, -1);
  CHECK(on_host(on, large) == above);
  at::inclusive_scan(on, at::box{{-50, 50}}, large, at::plus{}, [] ALLOTYPE_FN(int i) { return i; });
  CHECK(on_host(on, large)[99] == -50);
  CHECK(on_host(on, large)[1] == -99);
  CHECK(at::count_if(on, at::extents{30, 40}, on_diagonal{}) == 30);
  CHECK(at::count_if(on, at::box{{10, 30}, {20, 40}}, on_diagonal{}) == 10);
}

template <class A>
void refuses_indices(at::queue<A>& on) {
  at::buffer<int, A> three{on, at::extents{3}};
  CHECK_THROWS_WITH(at::inclusive_scan(on, at::extents{4}, three, at::plus{}, scattered_here{}),
                    "inclusive_scan: what is read has 4 elements and what is written has 3; both need the same number");
  CHECK_THROWS_WITH(at::copy_if(on, at::extents{4}, three, is_scattered_above{0}),
                    "copy_if: 4 elements are read, and there is space for 3; give at least as many to write to");
  CHECK_THROWS_WITH(at::copy_if(on, at::box<1, long long>{{5000000000, 5000000002}}, three, is_scattered_above{0}),
                    contains("copy_if: dimension 0 goes from 5000000000 to 5000000002, and the kernel takes a signed "
                             "integer of 32 bits"));
  CHECK_THROWS_WITH(at::copy_if(on, at::extents{-1}, three, is_scattered_above{0}), contains("-1"));
  CHECK_THROWS_AS(at::count_if(on, at::extents{3000000000}, never{}), at::size_error);
}

template <class A>
void refuses_sizes(at::queue<A>& on) {
  at::buffer<int, A> three{on, at::extents{3}}, four{on, at::extents{4}};
  CHECK_THROWS_AS(at::inclusive_scan(on, three, four), at::size_error);
  CHECK_THROWS_WITH(at::inclusive_scan(on, three, four),
                    "inclusive_scan: what is read has 3 elements and what is written has 4; both need the same number");
  CHECK_THROWS_WITH(at::exclusive_scan(on, four, three, 0), contains("exclusive_scan: what is read has 4 elements"));
  CHECK_THROWS_AS(at::copy_if(on, four, three, never{}), at::size_error);
  CHECK_THROWS_WITH(at::copy_if(on, four, three, never{}),
                    "copy_if: 4 elements are read, and there is space for 3; give at least as many to write to");
}

template <class A>
void all(at::queue<A>& on) {
  SECTION("scans sums") { scans_sums(on); }
  SECTION("keeps the order") { keeps_the_order(on); }
  SECTION("keeps the order of groups") { keeps_the_order_of_groups(on, 2 * 8192 + 300); }
  SECTION("copies what holds") { copies_what_holds(on); }
  SECTION("takes indices") { takes_indices(on); }
  SECTION("refuses indices") { refuses_indices(on); }
  SECTION("refuses sizes") { refuses_sizes(on); }
}

}  // namespace scans
