// SPDX-License-Identifier: BSL-1.0
// Sorting inside a block gives what a stable sort gives.
#pragma once

#include <allotype/block_sort.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

#include "catch.hpp"

namespace block_sorts {

namespace at = allotype;
using namespace at::literals;

struct odd_first {
  ALLOTYPE_FN bool operator()(int a, int b) const { return a % 2 != 0 && b % 2 == 0; }
};

/// Each block sorts keys in its shared memory, with their places, and keys in the memory of the buffer.
template <int Most, class Out, class Order>
struct sort_each {
  Out keys, places, alone;
  int n;
  Order before;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    auto const [held, places_held] = at::shared<int, int>(block, Most, Most);
    int const first = block.index() * n;
    block.for_each(n, [&](int i) { held[i] = keys(first + i), places_held[i] = i; });
    at::sort_by_key<Most>(block, n, held, places_held, before);
    block.for_each(n, [&](int i) { keys(first + i) = held[i], places(first + i) = places_held[i]; });
    at::sort<Most>(block, n, alone.part({{first, first + n}}), before);
  }
};

template <int Most, class A, class Grid, class Order>
void sorts_in_blocks(at::queue<A>& on, Grid const& over, int blocks, int n, Order const& before) {
  CAPTURE(Most, n);
  std::vector<int> keys;
  for (int i = 0; i < blocks * n; ++i) keys.push_back(static_cast<int>(i * 7919LL % 101 - 50));
  at::buffer<int, A> sorted{on, keys}, places{on, at::extents{blocks * n}}, alone{on, keys};
  at::launch(
      on, over,
      sort_each<Most, decltype(sorted.view(on)), Order>{sorted.view(on), places.view(on), alone.view(on), n, before});
  std::vector<int> expected(keys.size()), expected_keys;
  for (int block = 0; block < blocks; ++block) {
    auto const begin = expected.begin() + block * n;
    std::iota(begin, begin + n, 0);
    auto const key = [&](int i) { return keys[static_cast<std::size_t>(block * n + i)]; };
    std::sort(begin, begin + n,
              [&](int a, int b) { return before(key(a), key(b)) || (!before(key(b), key(a)) && a < b); });
    for (auto i = begin; i < begin + n; ++i) expected_keys.push_back(key(*i));
  }
  auto const on_host = [&](at::buffer<int, A> const& buffer) {
    std::vector<int> found(keys.size());
    at::copy(on, buffer, found);
    return found;
  };
  CHECK(on_host(sorted) == expected_keys);
  CHECK(on_host(places) == expected);
  CHECK(on_host(alone) == expected_keys);
}

template <class A>
void all(at::queue<A>& on) {
  using shared = at::shared_memory_per_block<8_KiB>;
  at::grid<at::threads_per_block<64>, shared> const in_a_line{3};
  for (int const n : {0, 1, 2, 63, 64, 65, 199, 200}) {
    sorts_in_blocks<200>(on, in_a_line, 3, n, at::ascending{});
    sorts_in_blocks<200>(on, in_a_line, 3, n, odd_first{});
  }
  sorts_in_blocks<7>(on, in_a_line, 3, 7, at::descending{});
  at::grid<at::threads_per_block<2, 4, 8>, shared> const in_space{at::extents{1, 2, 1}};
  at::grid<at::threads_per_block<4, 8>, shared> const in_a_plane{at::extents{1, 2}};
  sorts_in_blocks<100>(on, in_space, 2, 99, at::ascending{});
  sorts_in_blocks<100>(on, in_a_plane, 2, 99, odd_first{});
}

}  // namespace block_sorts
