// SPDX-License-Identifier: BSL-1.0
// NaN, the two zeros and infinities in minima, maxima, their places and sorts, on whichever accelerator.
#pragma once

#include <allotype/allotype.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include "catch.hpp"

namespace number_order {

namespace at = allotype;

template <class T>
inline constexpr T infinity = std::numeric_limits<T>::infinity();
template <class T>
inline constexpr T nan = std::numeric_limits<T>::quiet_NaN();
template <class T>
T with_sign(T number) {
  return std::copysign(number, T{-1});
}
template <class T>
bool is_negative(T number) {
  return std::signbit(number);
}

template <class View>
struct element {
  using number = std::remove_const_t<typename View::element_type>;
  View values;
  ALLOTYPE_FN number operator()(long long i) const { return values(i); }
};
template <class View>
struct element_and_index {
  using number = std::remove_const_t<typename View::element_type>;
  View values;
  ALLOTYPE_FN at::indexed<number, long long> operator()(long long i) const { return {values(i), i}; }
};
/// The same values in rows that are too short for chains.
template <class View>
struct element_of_rows {
  using number = std::remove_const_t<typename View::element_type>;
  View values;
  ALLOTYPE_FN number operator()(long long row, long long column) const { return values(row * 5 + column); }
};

/// What numbers hold, beside others: `rare` at places that shares of all sizes separate.
template <class T>
std::vector<T> numbers_with(std::vector<T> const& rare, T others) {
  std::vector<T> numbers(1000, others);
  for (std::size_t i = 0; i < rare.size(); ++i) numbers[(331 * (i + 1)) % 1000] = rare[i];
  return numbers;
}

template <class T, class A>
void finds_extremes(at::queue<A>& on) {
  using view = at::view<T const, 1, A, long long>;
  auto const extremes = [&](std::vector<T> const& numbers) {
    at::buffer<T, A> const buffer{on, numbers};
    view const values = buffer.view(on);
    at::extents const over{buffer.size()};
    at::extents const rows{buffer.size() / 5, 5LL};
    T const least = at::reduce(on, over, infinity<T>, at::minimum{}, element<view>{values});
    T const most = at::reduce(on, over, -infinity<T>, at::maximum{}, element<view>{values});
    T const least_of_rows = at::reduce(on, rows, infinity<T>, at::minimum{}, element_of_rows<view>{values});
    CHECK((least == least_of_rows || (least != least && least_of_rows != least_of_rows)));
    CHECK((least != least || is_negative(least) == is_negative(least_of_rows)));
    T const most_reassociated =
        at::reduce(on, over, -infinity<T>, at::reassociated{at::maximum{}}, element<view>{values});
    CHECK((most != most || (most == most_reassociated && is_negative(most) == is_negative(most_reassociated))));
    auto const place = at::reduce(on, over, at::indexed{infinity<T>, buffer.size()}, at::arg_minimum{},
                                  element_and_index<view>{values});
    CHECK(place.index == at::min_element(on, buffer));
    return at::tuple{least, most};
  };
  {
    auto const [least, most] = extremes(numbers_with<T>({nan<T>, -infinity<T>, infinity<T>}, 5));
    CHECK(least != least);
    CHECK(most != most);
  }
  {
    auto const [least, most] = extremes(numbers_with<T>({T(-0.0)}, 0));
    CHECK((least == 0 && is_negative(least)));
    CHECK((most == 0 && !is_negative(most)));
  }
  {
    auto const [least, most] = extremes(numbers_with<T>({T(0.0)}, T(-0.0)));
    CHECK((least == 0 && is_negative(least)));
    CHECK((most == 0 && !is_negative(most)));
  }
  {
    auto const [least, most] = extremes(numbers_with<T>({1, -7, 9, infinity<T>}, 5));
    CHECK(least == -7);
    CHECK(most == infinity<T>);
  }
  {
    auto const [least, most] = extremes(numbers_with<T>({-infinity<T>}, infinity<T>));
    CHECK(least == -infinity<T>);
    CHECK(most == infinity<T>);
  }
}

template <class T, class A>
void finds_places(at::queue<A>& on) {
  auto const place = [&](std::vector<T> const& numbers) {
    at::buffer<T, A> const buffer{on, numbers};
    return at::tuple{at::min_element(on, buffer), at::max_element(on, buffer.view(on))};
  };
  constexpr T huge = std::numeric_limits<T>::max();
  CHECK(place({}) == at::tuple{-1LL, -1LL});
  CHECK(place({5}) == at::tuple{0LL, 0LL});
  CHECK(place(std::vector<T>(300, huge)) == at::tuple{0LL, 0LL});
  std::vector<T> numbers(1000, T{5});
  numbers[700] = 1, numbers[800] = 1, numbers[600] = 7, numbers[900] = 7;
  CHECK(place(numbers) == at::tuple{700LL, 600LL});
  if constexpr (std::is_floating_point_v<T>) {
    CHECK(place(std::vector<T>(300, infinity<T>)) == at::tuple{0LL, 0LL});
    CHECK(place(std::vector<T>(300, -infinity<T>)) == at::tuple{0LL, 0LL});
    numbers[500] = nan<T>, numbers[950] = with_sign(nan<T>);
    CHECK(place(numbers) == at::tuple{500LL, 500LL});
    numbers[100] = -infinity<T>;
    CHECK(place(numbers) == at::tuple{500LL, 500LL});
    std::vector<T> zeros(1000, T{0});
    zeros[400] = zeros[401] = T(-0.0);
    CHECK(place(zeros) == at::tuple{400LL, 0LL});
  }
}

/// Struct elements that are not made from nothing.
struct version {
  int major, minor;
  ALLOTYPE_FN constexpr version(int first, int second) : major(first), minor(second) {}
  friend ALLOTYPE_FN constexpr bool operator<(version const& a, version const& b) {
    return a.major != b.major ? a.major < b.major : a.minor < b.minor;
  }
};
template <class A>
void finds_places_of_structs(at::queue<A>& on) {
  std::vector<version> const versions{{3, 1}, {2, 9}, {2, 4}, {10, 0}, {2, 4}};
  at::buffer<version, A> const buffer{on, versions};
  CHECK(at::min_element(on, buffer) == 2);
  CHECK(at::max_element(on, buffer) == 3);
}

template <class A>
void all(at::queue<A>& on) {
  finds_extremes<float>(on);
  finds_extremes<double>(on);
  finds_places<float>(on);
  finds_places<double>(on);
  finds_places<int>(on);
  finds_places_of_structs(on);
}

}  // namespace number_order
