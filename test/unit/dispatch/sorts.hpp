// SPDX-License-Identifier: BSL-1.0
// Sorting on whichever accelerator.
#pragma once

#include <allotype/sort.hpp>

#include <algorithm>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "catch.hpp"

namespace sorts {

namespace at = allotype;

struct pair {
  int key;
  int position;
  friend bool operator==(pair const&, pair const&) = default;
};
struct by_key_alone {
  ALLOTYPE_FN bool operator()(pair const& a, pair const& b) const { return a.key < b.key; }
};
/// Of 12 bytes, in the order of four bits.
struct triple {
  int a, b, c;
  friend bool operator==(triple const&, triple const&) = default;
};
struct by_low_bits {
  ALLOTYPE_FN bool operator()(triple const& x, triple const& y) const { return (x.a & 15) < (y.a & 15); }
};
/// Odd numbers first, and among them the smaller one.
struct odd_first {
  ALLOTYPE_FN bool operator()(int a, int b) const {
    bool const odd_a = a % 2 != 0, odd_b = b % 2 != 0;
    return odd_a != odd_b ? odd_a : a < b;
  }
};

template <class T, class A>
std::vector<T> on_host(at::queue<A>& on, at::buffer<T, A> const& buffer) {
  std::vector<T> numbers(static_cast<std::size_t>(buffer.size()), T{});
  at::copy(on, buffer, numbers);
  return numbers;
}

/// `std::stable_sort` would do: clang 19 warns inside libstdc++ 12's.
template <class T, class Order>
void sort_by_insertion(std::vector<T>& sorted, Order const& order) {
  std::vector<T> const unsorted = std::move(sorted);
  sorted.clear();
  for (T const& next : unsorted) sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), next, order), next);
}

inline constexpr int sizes[] = {0, 1, 2, 3, 100, 1025, 20011};

template <class T, class A, class Order>
void sorts_in(at::queue<A>& on, Order const& order) {
  for (int const size : sizes) {
    CAPTURE(size);
    std::vector<T> numbers;
    for (int i = 0; i < size; ++i) numbers.push_back(static_cast<T>(i * 7919LL % 1009 - 500));
    at::buffer<T, A> buffer{on, numbers};
    at::sort(on, buffer, order);
    sort_by_insertion(numbers, order);
    CHECK(on_host(on, buffer) == numbers);
  }
}

template <class A>
void keeps_equal_ones_in_order(at::queue<A>& on) {
  for (int const size : sizes) {
    CAPTURE(size);
    std::vector<pair> pairs;
    std::vector<int> keys, positions;
    for (int i = 0; i < size; ++i) {
      pairs.push_back({static_cast<int>(i * 7919LL % 101), i});
      keys.push_back(pairs.back().key);
      positions.push_back(i);
    }
    at::buffer<pair, A> sorted{on, pairs};
    at::buffer<int, A> sorted_keys{on, keys}, values{on, positions};
    sort_by_insertion(pairs, by_key_alone{});
    at::sort(on, sorted.view(on), by_key_alone{});
    CHECK(on_host(on, sorted) == pairs);

    at::sort_by_key(on, sorted_keys, values);
    for (std::size_t i = 0; i < pairs.size(); ++i) keys[i] = pairs[i].key, positions[i] = pairs[i].position;
    CHECK(on_host(on, sorted_keys) == keys);
    CHECK(on_host(on, values) == positions);

    std::reverse(positions.begin(), positions.end());  // with the keys as values, and an order of one's own
    at::buffer<int, A> more{on, positions};
    at::sort_by_key(on, more, sorted_keys, odd_first{});
    std::vector<pair> expected;
    for (std::size_t i = 0; i < keys.size(); ++i) expected.push_back({positions[i], keys[i]});
    sort_by_insertion(expected, [](pair const& a, pair const& b) { return odd_first{}(a.key, b.key); });
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = expected[i].position, positions[i] = expected[i].key;
    CHECK(on_host(on, more) == positions);
    CHECK(on_host(on, sorted_keys) == keys);
  }
  at::buffer<int, A> three{on, at::extents{3}}, four{on, at::extents{4}};
  CHECK_THROWS_AS(at::sort_by_key(on, three, four), at::size_error);
  CHECK_THROWS_WITH(at::sort_by_key(on, three, four),
                    "sort_by_key: the line of keys has 3 elements and that of values has 4; both need the same number");
}

enum class side : unsigned char { left, right = 200 };
enum weekday { monday = 1, sunday = 7 };
/// In an order of its own: the last letter first.
enum class letter { a, b, c };
ALLOTYPE_FN constexpr bool operator<(letter a, letter b) { return static_cast<int>(a) > static_cast<int>(b); }

/// Keys that are numbers under another name, with their places as values.
template <class Key, class Order, class A>
void sorts_keys_in(at::queue<A>& on, long long least, long long kinds, Order const& order) {
  constexpr int size = 700;
  std::vector<std::pair<Key, int>> expected;
  auto const keys = std::make_unique<Key[]>(size);  // std::vector<bool> has no addresses
  for (int i = 0; i < size; ++i) {
    keys[i] = static_cast<Key>(least + i * 7919LL % kinds);
    expected.emplace_back(keys[i], i);
  }
  sort_by_insertion(expected, [&](auto const& a, auto const& b) { return order(a.first, b.first); });
  at::buffer<Key, A> both{on, std::span<Key const>(keys.get(), size)},
      alone{on, std::span<Key const>(keys.get(), size)};
  std::vector<int> places(size);
  for (int i = 0; i < size; ++i) places[static_cast<std::size_t>(i)] = i;
  at::buffer<int, A> values{on, places};
  at::sort(on, alone, order);
  at::sort_by_key(on, both, values, order);
  places = on_host(on, values);
  auto const sorted = std::make_unique<Key[]>(size), sorted_alone = std::make_unique<Key[]>(size);
  at::copy(on, both, std::span<Key>(sorted.get(), size));
  at::copy(on, alone, std::span<Key>(sorted_alone.get(), size));
  int wrong = 0;
  for (std::size_t i = 0; i < size; ++i) {
    wrong += sorted[i] != expected[i].first || sorted_alone[i] != expected[i].first || places[i] != expected[i].second;
  }
  CHECK(wrong == 0);
}

template <class A>
void sorts_characters_and_enumerations(at::queue<A>& on) {
  constexpr auto least = std::is_signed_v<wchar_t> ? -300LL : 0LL;
  sorts_keys_in<wchar_t>(on, least, 600, at::ascending{});
  sorts_keys_in<char8_t>(on, 0, 256, at::ascending{});
  sorts_keys_in<char16_t>(on, 65000, 500, at::ascending{});
  sorts_keys_in<char32_t>(on, 0xffffff00, 200, at::ascending{});
  sorts_keys_in<bool>(on, 0, 2, at::ascending{});
  sorts_keys_in<side>(on, 0, 201, at::ascending{});
  sorts_keys_in<weekday>(on, 1, 7, at::ascending{});
  sorts_keys_in<letter>(on, 0, 3, at::ascending{});
}

/// Any bits as keys: large and small numbers, zeros of both signs, infinities and NaNs; compared by their bits. With 32
/// elements or fewer, and with 64 for each byte of a key, another way of sorting begins.
template <class Key, class Bits, class Order, class A>
void sorts_bits(at::queue<A>& on, Order const& order) {
  Bits const special[] = {0, Bits(Bits{1} << (8 * sizeof(Bits) - 1)), static_cast<Bits>(~Bits{0}), 1};
  for (int const size : {32, 33, 511, 512, 5000}) {
    CAPTURE(size, sizeof(Key));
    std::vector<Key> keys;
    std::vector<int> places;
    unsigned long long random = 1;
    for (int i = 0; i < size; ++i) {
      random = random * 6364136223846793005ULL + 1442695040888963407ULL;
      keys.push_back(__builtin_bit_cast(Key, i % 7 == 0 ? special[i / 7 % 4] : static_cast<Bits>(random >> 11)));
      places.push_back(i);
    }
    std::vector<int> sorted = places;
    sort_by_insertion(sorted, [&](int a, int b) {
      return order(keys[static_cast<std::size_t>(a)], keys[static_cast<std::size_t>(b)]);
    });
    at::buffer<Key, A> both{on, keys}, alone{on, keys};
    at::buffer<int, A> values{on, places};
    at::sort_by_key(on, both, values, order);
    at::sort(on, alone, order);
    CHECK(on_host(on, values) == sorted);
    auto const bits_of = [](std::vector<Key> const& of) {
      std::vector<Bits> bits;
      for (Key const& each : of) bits.push_back(__builtin_bit_cast(Bits, each));
      return bits;
    };
    std::vector<Key> expected;
    for (int const place : sorted) expected.push_back(keys[static_cast<std::size_t>(place)]);
    CHECK(bits_of(on_host(on, both)) == bits_of(expected));
    CHECK(bits_of(on_host(on, alone)) == bits_of(expected));
  }
}

template <class A>
void sorts_triples(at::queue<A>& on) {
  for (int const size : {33, 700, 3000}) {
    CAPTURE(size);
    std::vector<triple> triples;
    std::vector<int> positions;
    for (int i = 0; i < size; ++i)
      triples.push_back({static_cast<int>(i * 7919LL % 1009), i, -i}), positions.push_back(i);
    at::buffer<triple, A> keys{on, triples};
    at::buffer<int, A> values{on, positions};
    at::sort_by_key(on, keys, values, by_low_bits{});
    sort_by_insertion(triples, by_low_bits{});
    for (std::size_t i = 0; i < triples.size(); ++i) positions[i] = triples[i].b;
    CHECK(on_host(on, keys) == triples);
    CHECK(on_host(on, values) == positions);
  }
}

/// Two neighbours, anywhere, are not in order.
template <class T, class A>
void sorts_what_is_nearly_in_order(at::queue<A>& on) {
  for (int const size : {127, 128, 129, 130, 256, 257, 300}) {
    std::vector<T> in_order;
    for (int i = 0; i < size; ++i) in_order.push_back(static_cast<T>(i - 50));
    for (std::size_t place = 0; place + 1 < in_order.size(); ++place) {
      CAPTURE(size, place);
      std::vector<T> numbers = in_order;
      std::swap(numbers[place], numbers[place + 1]);
      at::buffer<T, A> buffer{on, numbers};
      at::sort(on, buffer);
      CHECK(on_host(on, buffer) == in_order);
    }
  }
}

template <class A>
void all(at::queue<A>& on) {
  SECTION("what is nearly in order") {
    sorts_what_is_nearly_in_order<int>(on);
    sorts_what_is_nearly_in_order<float>(on);
  }
  SECTION("numbers") {
    sorts_in<int>(on, at::ascending{});
    sorts_in<float>(on, at::descending{});
    sorts_in<int>(on, odd_first{});
  }
  SECTION("characters and enumerations") { sorts_characters_and_enumerations(on); }
  SECTION("any bits") {
    sorts_bits<signed char, unsigned char>(on, at::ascending{});
    sorts_bits<unsigned short, unsigned short>(on, at::descending{});
    sorts_bits<float, unsigned>(on, at::ascending{});
    sorts_bits<double, unsigned long long>(on, at::descending{});
    sorts_bits<long long, unsigned long long>(on, at::ascending{});
  }
  SECTION("equal ones stay in order") { keeps_equal_ones_in_order(on); }
  SECTION("elements of 12 bytes") { sorts_triples(on); }
}

}  // namespace sorts
