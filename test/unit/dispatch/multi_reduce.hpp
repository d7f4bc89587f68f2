// SPDX-License-Identifier: BSL-1.0
// Reductions into many results on an accelerator, whichever.
#pragma once

#include <allotype/multi_reduce.hpp>

#include <algorithm>
#include <vector>

#include "catch.hpp"

namespace multi_reductions {

namespace at = allotype;

inline int number(long long i) { return static_cast<int>(i * 7919 % 1009); }

template <class T>
struct into_bins {
  int bins;
  ALLOTYPE_FN at::indexed<T, int> operator()(int i) const {
    int const drawn = static_cast<int>(i * 7919LL % 1009);
    return {static_cast<T>(drawn % 10), drawn % bins};
  }
};
struct of_plane {
  ALLOTYPE_FN at::indexed<long long, long long> operator()(long long row, long long column) const {
    return {row * column, (row + column) % 5};
  }
};
struct smaller {
  ALLOTYPE_FN int operator()(int a, int b) const { return a < b ? a : b; }
};

template <class T, class A>
void check_results(at::queue<A>& on, at::buffer<T, A> const& results, std::vector<T> const& expected) {
  std::vector<T> found(expected.size());
  at::copy(on, results, found);
  CHECK(found == expected);
}

template <class T, class A>
void sums(at::queue<A>& on, int count, int bins) {
  CAPTURE(count, bins);
  std::vector<T> expected(static_cast<std::size_t>(bins), T{3});
  at::buffer<T, A> results{on, expected};
  for (int i = 0; i < count; ++i) {
    expected[static_cast<std::size_t>(number(i) % bins)] += static_cast<T>(number(i) % 10);
  }
  at::multi_reduce(on, at::extents{count}, results, at::plus{}, into_bins<T>{bins});
  check_results(on, results, expected);
}

template <class A>
void all() {
  at::queue<A> on;
  SECTION("sums") {
    for (int const count : {0, 1, 1000, 20000}) sums<int>(on, count, 7);
    sums<float>(on, 20000, 1);
    sums<double>(on, 20000, 100);
    sums<unsigned char>(on, 20000, 1000);
    sums<long long>(on, 9000, 1009);
    sums<int>(on, 20000, 20000);  // more than a block's memory holds
  }
  SECTION("planes, and views of parts") {
    std::vector<long long> expected(8, 1);
    at::buffer<long long, A> results{on, expected};
    for (int row = 0; row < 30; ++row) {
      for (int column = 0; column < 40; ++column)
        expected[static_cast<std::size_t>((row + column) % 5 + 2)] += row * column;
    }
    at::multi_reduce(on, at::extents{30, 40}, results.view(on).part(at::box{{2, 7}}), at::plus{}, of_plane{});
    check_results(on, results, expected);
  }
  SECTION("other operations") {
    std::vector<int> least(7, 5), largest(7, -1), own(7, 100);
    at::buffer<int, A> a{on, least}, b{on, largest}, c{on, own};
    at::multi_reduce(on, at::extents{3000}, a, at::minimum{}, into_bins<int>{7});
    at::multi_reduce(on, at::extents{3000}, b, at::maximum{}, into_bins<int>{7});
    at::multi_reduce(on, at::box{{5, 9}}, c, smaller{}, into_bins<int>{7});
    for (int i = 0; i < 3000; ++i) {
      auto const bin = static_cast<std::size_t>(number(i) % 7);
      least[bin] = std::min(least[bin], number(i) % 10);
      largest[bin] = std::max(largest[bin], number(i) % 10);
      if (5 <= i && i < 9) own[bin] = std::min(own[bin], number(i) % 10);
    }
    check_results(on, a, least);
    check_results(on, b, largest);
    check_results(on, c, own);
  }
}

}  // namespace multi_reductions
