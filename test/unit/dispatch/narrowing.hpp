// SPDX-License-Identifier: BSL-1.0
// Numbers that a verb needs as another type, on whichever accelerator.
#pragma once

#include <allotype/allotype.hpp>

#include <limits>
#include <vector>

#include "catch.hpp"

namespace narrowing {

namespace at = allotype;

template <class T, class A>
std::vector<T> on_host(at::queue<A>& on, at::buffer<T, A> const& buffer) {
  std::vector<T> numbers(static_cast<std::size_t>(buffer.size()), T{});
  at::copy(on, buffer, numbers);
  return numbers;
}

template <class A>
void fills(at::queue<A>& on) {
  at::buffer<float, A> floats{on, at::extents{3}};
  at::buffer<int, A> ints{on, at::extents{3}};
  at::buffer<unsigned, A> counts{on, at::extents{3}};
  auto const all_of = [](auto value) { return std::vector(3, value); };
  at::fill(on, floats, 1.0);
  CHECK(on_host(on, floats) == all_of(1.f));
  at::fill(on, floats, 0.1);  // as near as a float is
  CHECK(on_host(on, floats) == all_of(0.1f));
  at::fill(on, floats.view(on), 16777216);
  CHECK(on_host(on, floats) == all_of(16777216.f));
  at::fill(on, floats, -(1LL << 40));
  CHECK(on_host(on, floats) == all_of(-1099511627776.f));
  at::fill(on, ints, -7LL);
  CHECK(on_host(on, ints) == all_of(-7));
  at::fill(on, ints, {});
  CHECK(on_host(on, ints) == all_of(0));
  at::fill(on, counts, 7);
  CHECK(on_host(on, counts) == all_of(7u));
  at::fill(on, floats, std::numeric_limits<double>::infinity());
  CHECK(on_host(on, floats)[0] > 3e38f);

  CHECK_THROWS_AS(at::fill(on, ints, 3000000000), at::size_error);
  CHECK_THROWS_WITH(
      at::fill(on, ints, 3000000000),
      "fill: the value 3000000000 does not fit the type that it is converted to; give one that fits, or a larger type");
  CHECK_THROWS_WITH(at::fill(on, ints.view(on), 3000000000u), contains("fill: the value 3000000000 does"));
  CHECK_THROWS_WITH(at::fill(on, ints, -3000000000), contains("fill: the value -3000000000 does"));
  CHECK_THROWS_WITH(at::fill(on, counts, -1), contains("fill: the value -1 does"));
  CHECK_THROWS_WITH(at::fill(on, ints, ~0ULL), contains("fill: the value 18446744073709551615 does"));
  CHECK_THROWS_WITH(at::fill(on, floats, 16777217), contains("fill: the value 16777217 does"));
  CHECK_THROWS_WITH(at::fill(on, floats, 1e300), contains("fill: the value 1e+300 does"));
  CHECK_THROWS_WITH(at::fill(on, floats, -1e-300), contains("fill: the value -1e-300 does"));
  CHECK(on_host(on, ints) == all_of(0));
}

struct half {
  ALLOTYPE_FN float operator()(int i) const { return 0.5f * static_cast<float>(i); }
};
template <class A>
void begins(at::queue<A>& on) {
  at::extents const five{5};
  at::buffer<float, A> sum{on, at::extents{1}};
  at::reduce(on, five, 1, at::plus{}, half{}, sum);
  CHECK(on_host(on, sum)[0] == 6.f);
  at::reduce(on, five, 0.5, at::plus{}, half{}, sum.view(on));
  CHECK(on_host(on, sum)[0] == 5.5f);
  CHECK_THROWS_WITH(at::reduce(on, five, 1e300, at::plus{}, half{}, sum), contains("reduce: the value 1e+300 does"));

  at::buffer<int, A> const ones{on, std::vector<int>(4, 1)};
  at::buffer<int, A> sums{on, at::extents{4}};
  at::exclusive_scan(on, ones, sums, 10LL);
  CHECK(on_host(on, sums) == std::vector<int>{10, 11, 12, 13});
  CHECK_THROWS_WITH(at::exclusive_scan(on, ones, sums, 1LL << 40),
                    contains("exclusive_scan: the value 1099511627776 does"));
  at::buffer<double, A> halves{on, at::extents{4}};
  at::exclusive_scan(on, ones, halves, 0.5);
  CHECK(on_host(on, halves) == std::vector<double>{0.5, 1.5, 2.5, 3.5});
}

template <class View, class Floats>
struct change {
  View counts;
  Floats sums;
  ALLOTYPE_FN void operator()(int i) const {
    at::atomic(counts(0)).fetch_add(1);
    at::atomic(counts(1)).fetch_sub(i);
    at::atomic(counts(2)).fetch_max(i);
    at::atomic(sums(0)).fetch_add(0.5);
    at::atomic(sums(1)).fetch_max(i);
  }
};
template <class A>
void changes(at::queue<A>& on) {
  at::buffer<unsigned long long, A> counts{on, std::vector<unsigned long long>(3, 100)};
  at::buffer<float, A> sums{on, std::vector<float>(2, 0.f)};
  at::for_each(on, at::extents{200},
               change<decltype(counts.view(on)), decltype(sums.view(on))>{counts.view(on), sums.view(on)});
  CHECK(on_host(on, counts) == std::vector<unsigned long long>{300, 100 - 19900ULL, 199});
  CHECK(on_host(on, sums) == std::vector<float>{100.f, 199.f});
}

template <class A>
void all(at::queue<A>& on) {
  SECTION("of a fill") { fills(on); }
  SECTION("that a reduction or a scan begins with") { begins(on); }
  SECTION("of atomic operations") { changes(on); }
}

}  // namespace narrowing
