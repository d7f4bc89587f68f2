// SPDX-License-Identifier: BSL-1.0
// Kernels that the tests hand to the verbs, and what comes of them. Without Catch2: programs that break the code use
// them, too.
#pragma once

#include <allotype/allotype.hpp>

#include <numeric>
#include <vector>

namespace verbs {

namespace at = allotype;

template <class View>
struct add_index {
  View values;
  ALLOTYPE_FN void operator()(int i) const { values(i) += i; }
};
template <class View>
struct set_row_column {
  View values;
  ALLOTYPE_FN void operator()(int row, int column) const { values(row, column) += 1000 * row + column; }
};
template <class View>
struct set_plane_row_column {
  View values;
  ALLOTYPE_FN void operator()(int plane, int row, int column) const {
    values(plane, row, column) += 10000 * plane + 100 * row + column;
  }
};
template <class View>
struct add_index_64 {
  View values;
  ALLOTYPE_FN void operator()(long long i) const { values(i) += static_cast<int>(i); }
};
template <class View>
struct element_1 {
  View values;
  ALLOTYPE_FN int operator()(int i) const { return values(i); }
};
template <class View>
struct element_2 {
  View values;
  ALLOTYPE_FN int operator()(int row, int column) const { return values(row, column); }
};
template <class View>
struct element_3 {
  View values;
  ALLOTYPE_FN int operator()(int plane, int row, int column) const { return values(plane, row, column); }
};
/// Turns each block's share around, through the block's memory.
template <class View>
struct turn_around {
  View values;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int* const held = block.template shared<int>();
    int const first = block.index() * block.threads();
    block.each_thread([&](int thread) { held[thread] = values(first + thread); });
    block.each_thread([&](int thread) { values(first + thread) = held[block.threads() - 1 - thread]; });
  }
};

/// The same through memory at a constant address.
template <class View>
struct turn_around_in_static_memory {
  View values;
  static constexpr int registers_per_thread = 32;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int* const held = at::static_shared<int>(block);
    int const first = block.index() * block.threads();
    block.each_thread([&](int thread) { held[thread] = values(first + thread); });
    block.each_thread_at_end([&](int thread) { values(first + thread) = held[block.threads() - 1 - thread]; });
  }
};
/// Each thread adds its number to an element of another block, each time to one that another warp had before. The
/// grid's barrier is all that orders it.
template <class View>
struct pass_on {
  View values;
  int blocks, rounds;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    for (int round = 0; round < rounds; ++round) {
      int const next = (block.index() + round) % blocks * block.threads();
      block.each_thread_at_end([&](int thread) { values(next + (thread + 32 * round) % block.threads()) += thread; });
      block.wait_for_grid();
    }
  }
};
/// Each block takes what the next block of its cluster holds.
template <class View>
struct take_from_neighbour {
  View values;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int* const held = block.template shared<int>();
    int const first = block.index() * block.threads();
    block.each_thread([&](int thread) { held[thread] = values(first + thread); });
    block.wait_for_cluster();
    int const* const next = at::shared_of<int>(block, (block.index_in_cluster() + 1) % block.cluster_size());
    block.each_thread([&](int thread) { values(first + thread) = next[thread]; });
    block.wait_for_cluster();  // a block stays until nobody reads its memory any more
  }
};

/// What the kernels make of numbers that count up, in blocks of 64 threads.
inline std::vector<int> turned_around(int blocks) {
  std::vector<int> expected;
  for (int block = 0; block < blocks; ++block) {
    for (int thread = 63; thread >= 0; --thread) expected.push_back(block * 64 + thread);
  }
  return expected;
}
/// Of 4 blocks in clusters of 2.
inline std::vector<int> taken_from_neighbour() {
  std::vector<int> expected;
  for (int const block : {1, 0, 3, 2}) {
    for (int thread = 0; thread < 64; ++thread) expected.push_back(block * 64 + thread);
  }
  return expected;
}
/// Of zeros.
inline std::vector<int> passed_on(int blocks, int rounds) {
  std::vector<int> expected(static_cast<std::size_t>(blocks * 64));
  for (int i = 0; i < blocks * 64; ++i) {
    for (int round = 0; round < rounds; ++round)
      expected[static_cast<std::size_t>(i)] += (i + 64 - 32 * round % 64) % 64;
  }
  return expected;
}

inline std::vector<int> counting(std::size_t size) {
  std::vector<int> numbers(size);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

template <class A, class T>
std::vector<T> on_host(at::queue<A>& on, at::buffer<T, A> const& buffer) {
  std::vector<T> numbers(static_cast<std::size_t>(buffer.size()));
  at::copy(on, buffer, numbers);
  return numbers;
}

}  // namespace verbs
