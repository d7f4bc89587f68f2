// SPDX-License-Identifier: BSL-1.0
// Blocks with several arrays in their shared memory give what plain loops give.
#pragma once

#include <allotype/allotype.hpp>

#include <vector>

#include "catch.hpp"

namespace block_shapes {

namespace at = allotype;
using namespace at::literals;

template <class A>
std::vector<int> on_host(at::queue<A>& on, at::buffer<int, A> const& buffer) {
  std::vector<int> found(static_cast<std::size_t>(buffer.size()));
  at::copy(on, buffer, found);
  return found;
}

struct letters : at::shared_array<char[65]> {};
struct pairs : at::shared_array<long long[16][4]> {};
struct total : at::shared_array<int> {};
/// With it they are more than the static memory of a GPU.
struct many : at::shared_array<int[12 << 10]> {};

/// Each thread writes one element of each array, and reads those of other threads; behind the arrays there are two
/// parts of the block's other memory.
template <class Out>
struct pass_through_arrays {
  Out out;
  int parts;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    auto& letter = at::shared<letters>(block);
    auto& pair = at::shared<pairs>(block);
    auto& sum = at::shared<total>(block);
    auto const [odd, even] = at::shared<short, double>(block, parts, parts);
    int const index = block.index();
    block.each_thread([&](int thread) {
      letter[thread + 1] = static_cast<char>(thread);
      pair[thread / 4][thread % 4] = 1000 * index + thread;
      if (thread < parts) odd[thread] = 3, even[thread] = 4;
      if (thread == 0) sum = 100000;
    });
    block.each_thread_at_end([&](int thread) {
      int const other = 63 - thread;
      out(64 * index + thread) = letter[other + 1] + static_cast<int>(pair[other / 4][other % 4]) + sum +
                                 odd[other % parts] + static_cast<int>(even[other % parts]);
    });
  }
};
inline std::vector<int> passed_through(int blocks) {
  std::vector<int> expected;
  for (int index = 0; index < blocks; ++index) {
    for (int other = 63; other >= 0; --other) expected.push_back(other + 1000 * index + other + 100000 + 7);
  }
  return expected;
}
template <class Arrays, class A>
void has_arrays(at::queue<A>& on) {
  using blocks = at::grid<at::threads_per_block<64>, Arrays, at::shared_memory_per_block<at::at_most<8_KiB>>>;
  for (int const parts : {1, 7, 64, 150}) {
    CAPTURE(parts);
    at::buffer<int, A> found{on, at::extents{3 * 64}};
    at::launch(on, blocks{3, at::shared_bytes<short, double>(parts, parts)},
               pass_through_arrays{found.view(on), parts});
    CHECK(on_host(on, found) == passed_through(3));
  }
}
static_assert(at::shared_bytes<short, double>(1, 1) == at::bytes{16 + 8});
static_assert(at::shared_bytes<short, double>(9, 2) == at::bytes{32 + 16});
static_assert(at::shared_bytes<char>(3) == at::bytes{3});

/// The arrays alone, and in a block whose threads are counted at run time.
template <class Out>
struct turn_around_in_an_array {
  Out out;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    auto& held = at::shared<many>(block);
    int const first = block.index() * block.threads();
    block.each_thread([&](int thread) { held[thread] = first + thread; });
    block.each_thread_at_end([&](int thread) { out(first + thread) = held[block.threads() - 1 - thread]; });
  }
};
template <class A>
void turns_around_in_arrays(at::queue<A>& on) {
  using alone = at::grid<at::threads_per_block<64>, at::shared_arrays<many>>;
  using behind_another = at::grid<at::threads_per_block<at::at_most<64>>, at::shared_arrays<pairs, many>>;
  std::vector<int> expected;
  for (int i = 0; i < 2 * 64; ++i) expected.push_back(i / 64 * 64 + 63 - i % 64);
  at::buffer<int, A> found{on, at::extents{2 * 64}};
  at::launch(on, alone{2}, turn_around_in_an_array{found.view(on)});
  CHECK(on_host(on, found) == expected);
  at::fill(on, found, 0);
  at::launch(on, behind_another{2, 64}, turn_around_in_an_array{found.view(on)});
  CHECK(on_host(on, found) == expected);
}

template <class A>
void all(at::queue<A>& on) {
  has_arrays<at::shared_arrays<letters, pairs, total>>(on);
  has_arrays<at::shared_arrays<total, many, letters, pairs>>(on);
  turns_around_in_arrays(on);
}

}  // namespace block_shapes
