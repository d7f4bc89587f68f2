// SPDX-License-Identifier: BSL-1.0
// Where sort puts NaN and the two zeros, on whichever accelerator.
#pragma once

#include <allotype/sort.hpp>

#include <cstring>
#include <vector>

#include "number_order.hpp"

namespace sorted_numbers {

namespace at = allotype;

template <class T>
bool same_bits(std::vector<T> const& a, std::vector<T> const& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

/// `repeats` of each number, in the order in which sort puts them, mixed up and sorted.
template <class T, class A, class Order>
void sorts_in(at::queue<A>& on, Order order) {
  using number_order::infinity, number_order::nan, number_order::with_sign;
  std::vector<T> const smallest_first{with_sign(nan<T>), -infinity<T>, -3, T(-1e-30), 0, T(1e-30), 2,
                                      infinity<T>,       nan<T>};
  constexpr std::size_t repeats = 120;
  std::size_t const kinds = smallest_first.size(), count = kinds * repeats;
  std::vector<T> mixed(count), expected(count);
  std::vector<int> places(count), expected_places;
  std::size_t zeros = 0;
  for (std::size_t i = 0; i < count; ++i) {
    mixed[i] = smallest_first[(i * 7) % kinds];
    if (mixed[i] == 0 && ++zeros % 3 == 0) mixed[i] = T(-0.0);  // equal to the others
    places[i] = static_cast<int>(i);
  }
  for (std::size_t kind = 0, next = 0; kind < kinds; ++kind) {
    T const number = smallest_first[std::is_same_v<Order, at::ascending> ? kind : kinds - 1 - kind];
    for (std::size_t i = 0; i < count; ++i) {
      bool const same = number != number ? mixed[i] != mixed[i] && std::signbit(number) == std::signbit(mixed[i])
                                         : mixed[i] == number;
      if (same) expected[next++] = mixed[i], expected_places.push_back(static_cast<int>(i));
    }
  }
  at::buffer<T, A> alone{on, mixed}, keys{on, mixed};
  at::buffer<int, A> values{on, places};
  at::sort(on, alone, order);
  at::sort_by_key(on, keys, values, order);
  std::vector<T> sorted(count), sorted_keys(count);
  std::vector<int> sorted_places(count);
  at::copy(on, alone, sorted);
  at::copy(on, keys, sorted_keys);
  at::copy(on, values, sorted_places);
  CHECK(same_bits(sorted, expected));
  CHECK(same_bits(sorted_keys, expected));
  CHECK(sorted_places == expected_places);
}

/// Tuples have NaN at the same place.
template <class A>
void sorts_tuples(at::queue<A>& on) {
  using key = at::tuple<int, float>;
  float const none = number_order::nan<float>;
  std::vector<key> keys{{2, 1.f}, {1, none}, {1, 5.f}, {1, number_order::with_sign(none)}, {0, none}};
  at::buffer<key, A> buffer{on, keys};
  at::sort(on, buffer);
  at::copy(on, buffer, keys);
  CHECK((keys[0].template get<0>() == 0 && keys[4].template get<0>() == 2));
  float const first = keys[1].template get<1>(), last = keys[3].template get<1>();
  CHECK((first != first && std::signbit(first)));
  CHECK(keys[2].template get<1>() == 5.f);
  CHECK((last != last && !std::signbit(last)));
}

template <class A>
void all(at::queue<A>& on) {
  sorts_in<float>(on, at::ascending{});
  sorts_in<double>(on, at::descending{});
  sorts_tuples(on);
}

}  // namespace sorted_numbers
