// SPDX-License-Identifier: BSL-1.0
// Views of no dimension have one element, and extents of no dimension have one index.
#pragma once

#include <allotype/allotype.hpp>

#include <type_traits>
#include <vector>

#include "catch.hpp"

namespace one_element {

namespace at = allotype;

template <class View>
struct add_to {
  View sum;
  float summand;
  ALLOTYPE_FN void operator()() const { sum() += summand; }
};
template <class View>
struct number_in {
  View of;
  ALLOTYPE_FN float operator()() const { return of(); }
};

template <class A>
float read(at::queue<A>& on, std::type_identity_t<at::view<float const, 0, A>> from) {
  std::vector<float> number(1);
  at::copy(on, from, number);
  return number[0];
}

template <class A>
void all(at::queue<A>& on) {
  at::buffer<float, A> first{on, at::extents{}}, second{on, std::vector<float>{1, 2}};
  CHECK(first.size() == 1);
  auto const x = first.view(on, at::extents{});
  auto const of_column = second.view(on, at::extents{2}).subview(1);
  static_assert(std::is_same_v<decltype(x), at::view<float, 0, A> const>);
  static_assert(std::is_same_v<decltype(of_column), at::view<float, 0, A> const>);
  CHECK(x.size() == 1);

  at::fill(on, x, 4.0f);
  CHECK(read(on, x) == 4);
  at::for_each(on, x.extents, add_to<at::view<float, 0, A>>{x, 3});
  at::for_each(on, at::extents{}, add_to<at::view<float, 0, A>>{x, 0.5f});
  CHECK(read(on, x) == 7.5f);
  at::copy(on, x, of_column);
  CHECK(read(on, of_column) == 7.5f);
  CHECK(at::reduce(on, at::extents{}, 1.0f, at::plus{}, number_in<at::view<float const, 0, A>>{x}) == 8.5f);

  at::view<float, 0, A, long long, at::column_major> const wide =
      first.view(on, at::extents<0, long long>{}, at::column_major{});
  at::copy(on, std::vector<float>{2}, wide);
  CHECK(read(on, x) == 2);
}

}  // namespace one_element
