// SPDX-License-Identifier: BSL-1.0
#include <allotype/core/number_format.hpp>

#include "backends.hpp"
#include "sorted_numbers.hpp"

namespace at = allotype;

TEMPLATE_LIST_TEST_CASE("a NaN is the smallest and the largest number, and -0 is less than +0", "", backends::every) {
  backends::on_each_number_of_threads();
  at::queue<TestType> on;
  for (int repeated = 0; repeated < 3; ++repeated) number_order::all(on);  // OpenMP takes threads, and then does not
}
TEMPLATE_LIST_TEST_CASE("sort puts a NaN at an end", "", backends::every) {
  backends::on_each_number_of_threads();
  at::queue<TestType> on;
  sorted_numbers::all(on);
}

TEST_CASE("operations on two numbers have the order of numbers, also while compiling") {
  constexpr float none = number_order::nan<float>;
  static_assert(at::minimum{}(2, 1) == 1 && at::maximum{}(2, 1) == 2 && at::minimum{}(2.f, 1.f) == 1.f);
  for (auto const pair : {at::tuple{none, 1.f}, at::tuple{1.f, none}, at::tuple{none, none}}) {
    auto const [a, b] = pair;
    float const least = at::minimum{}(a, b), most = at::maximum{}(a, b);
    CHECK(least != least);
    CHECK(most != most);
  }
  for (bool const first : {false, true}) {
    double const a = first ? -0.0 : 0.0, b = first ? 0.0 : -0.0;
    CHECK(std::signbit(at::minimum{}(a, b)));
    CHECK(!std::signbit(at::maximum{}(a, b)));
    CHECK(std::signbit(at::minimum{}(static_cast<long double>(a), static_cast<long double>(b))));
  }
  using half = at::float16;
  half const none_of_16(none), one(1.f);
  CHECK(at::minimum{}(one, none_of_16).bits() == none_of_16.bits());
  CHECK(at::maximum{}(none_of_16, one).bits() == none_of_16.bits());
  CHECK(at::minimum{}(half(0.f), half(-0.f)).bits() == half(-0.f).bits());
  CHECK(at::ascending{}(one, none_of_16));
  CHECK(!at::ascending{}(none_of_16, one));
}
