// SPDX-License-Identifier: BSL-1.0
// Sorting on the GPU of this machine: each of CUB's ways once, because each takes nvcc seconds.
#include "backends.hpp"
#include "sorted_numbers.hpp"
#include "sorts.hpp"

namespace at = allotype;

using backends::this_gpu;

TEST_CASE("numbers are sorted on the GPU") {
  at::queue<this_gpu> on;
  sorts::sorts_in<int>(on, at::descending{});
}

TEST_CASE("sort puts a NaN at an end on the GPU") {
  at::queue<this_gpu> on;
  sorted_numbers::sorts_in<float>(on, at::ascending{});
}

TEST_CASE("elements of 12 bytes are sorted on the GPU") {
  at::queue<this_gpu> on;
  sorts::sorts_triples(on);
}

TEST_CASE("characters and enumerations are sorted on the GPU") {
  at::queue<this_gpu> on;
  sorts::sorts_characters_and_enumerations(on);
}

TEST_CASE("keys and values are sorted on the GPU in an order of one's own") {
  at::queue<this_gpu> on;
  for (int const size : sorts::sizes) {
    std::vector<int> keys, positions, expected;
    for (int i = 0; i < size; ++i) keys.push_back(static_cast<int>(i * 7919LL % 101)), positions.push_back(i);
    expected = positions;
    std::stable_sort(expected.begin(), expected.end(), [&](int a, int b) {
      return sorts::odd_first{}(keys[static_cast<std::size_t>(a)], keys[static_cast<std::size_t>(b)]);
    });
    at::buffer<int, this_gpu> on_gpu{on, keys}, values{on, positions};
    at::sort_by_key(on, on_gpu, values, sorts::odd_first{});
    CHECK(sorts::on_host(on, values) == expected);
  }
}
