// SPDX-License-Identifier: BSL-1.0
// Scans and sorts of segments, and indices in the order of a function.
#pragma once

#include <allotype/segmented_scan.hpp>
#include <allotype/segmented_sort.hpp>
#include <allotype/sort_indices.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

#include "catch.hpp"
#include "segmented_reduce.hpp"

namespace segments {

namespace at = allotype;

template <class T, class A, class Buffer>
std::vector<T> on_host(at::queue<A>& on, Buffer const& buffer) {
  std::vector<T> found(static_cast<std::size_t>(buffer.size()));
  at::copy(on, buffer, found);
  return found;
}

template <class Begin, class A>
void scans_segments(at::queue<A>& on, int count) {
  CAPTURE(count);
  auto const begins = segmented_reductions::some_begins<Begin>(count);
  std::vector<long long> inclusive(static_cast<std::size_t>(begins.back()), -1), exclusive = inclusive;
  for (std::size_t s = 0; s + 1 < begins.size(); ++s) {
    long long sum = 7;
    for (auto i = static_cast<std::size_t>(begins[s]); i < static_cast<std::size_t>(begins[s + 1]); ++i) {
      exclusive[i] = sum;
      inclusive[i] = sum += segmented_reductions::square{}(static_cast<int>(i));
    }
  }
  at::buffer<Begin, A> const from{on, begins};
  at::buffer<long long, A> to{on, at::extents{begins.back()}};
  at::fill(on, to, -1);
  at::segmented_inclusive_scan(on, from, to, 7, at::plus{}, segmented_reductions::square{});
  CHECK(on_host<long long>(on, to) == inclusive);
  at::segmented_exclusive_scan(on, from, to.view(on), 7, at::plus{}, segmented_reductions::square{});
  CHECK(on_host<long long>(on, to) == exclusive);
}

struct odd_first {
  ALLOTYPE_FN bool operator()(int a, int b) const { return a % 2 != 0 && b % 2 == 0; }
};

/// Sorted by the segment, then by the order, then by the place.
template <class Order>
std::vector<int> sorted_places(std::vector<int> const& keys, std::vector<int> const& begins, Order const& before) {
  std::vector<int> places(keys.size());
  std::iota(places.begin(), places.end(), 0);
  auto const key = [&](int i) { return keys[static_cast<std::size_t>(i)]; };
  for (std::size_t s = 0; s + 1 < begins.size(); ++s) {
    std::sort(places.begin() + begins[s], places.begin() + begins[s + 1],
              [&](int a, int b) { return before(key(a), key(b)) || (!before(key(b), key(a)) && a < b); });
  }
  return places;
}

template <class A, class Order>
void sorts_segments(at::queue<A>& on, std::vector<int> const& begins, Order const& before) {
  std::vector<int> keys, places;
  for (int i = 0; i < begins.back() + 3; ++i) {
    keys.push_back(static_cast<int>(i * 7919LL % 1009 - 500)), places.push_back(i);
  }
  auto const expected = sorted_places(keys, begins, before);
  std::vector<int> expected_keys;
  for (int const i : expected) expected_keys.push_back(keys[static_cast<std::size_t>(i)]);
  at::buffer<int, A> const from{on, begins};
  at::buffer<int, A> alone{on, keys}, together{on, keys}, values{on, places};
  at::segmented_sort(on, from, alone, before);
  at::segmented_sort_by_key(on, from, together, values.view(on), before);
  CHECK(on_host<int>(on, alone) == expected_keys);
  CHECK(on_host<int>(on, together) == expected_keys);
  CHECK(on_host<int>(on, values) == expected);
}

template <class A>
void sorts_indices(at::queue<A>& on, int count) {
  CAPTURE(count);
  std::vector<int> keys;
  for (int i = 0; i < count; ++i) keys.push_back(segmented_reductions::scattered{}(i));
  at::buffer<int, A> indices{on, at::extents{count}};
  at::buffer<long long, A> wide{on, at::extents{count}};
  at::sort_indices(on, at::extents{count}, indices, segmented_reductions::scattered{});
  CHECK(on_host<int>(on, indices) == sorted_places(keys, {0, count}, at::ascending{}));
  at::sort_indices(on, at::extents{count}, wide, segmented_reductions::scattered{}, odd_first{});
  auto const by_oddness = sorted_places(keys, {0, count}, odd_first{});
  CHECK(on_host<long long>(on, wide) == std::vector<long long>(by_oddness.begin(), by_oddness.end()));
}

template <class A>
void all() {
  at::queue<A> on;
  for (int const count : {0, 1, 9, 100}) {
    scans_segments<int>(on, count);
    scans_segments<long long>(on, count);
  }
  // A segment without an element, some that a block sorts at once, and some that it merges from pieces.
  std::vector<int> const begins{2, 2, 3, 40, 1064, 3200, 3201, 8000};
  sorts_segments(on, begins, at::ascending{});
  sorts_segments(on, begins, odd_first{});
  sorts_segments(on, {5}, at::ascending{});
  for (int const count : {0, 1, 500}) sorts_indices(on, count);
  at::buffer<int, A> three{on, at::extents{3}}, two{on, at::extents{2}};
  CHECK_THROWS_WITH(
      at::segmented_sort_by_key(on, two, three, two),
      "segmented_sort_by_key: the line of keys has 3 elements and that of values has 2; both need the same "
      "number");
  CHECK_THROWS_WITH(
      at::sort_indices(on, at::extents{3}, two, segmented_reductions::scattered{}),
      "sort_indices: the range of indices has 3 elements and what is written has 2; both need the same number");
}

}  // namespace segments
