// SPDX-License-Identifier: BSL-1.0
// What a change of the device code is tried on: each verb, in sizes at which the code takes another path. Ends with 1 where a
// result is wrong; what the interpreter finds ends it with 1, too.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <numeric>
#include <span>
#include <vector>

namespace at = allotype;
using namespace at::literals;

namespace {

struct gpu : at::nvidia_device<gpu> {
  static constexpr char name[] = "a GPU";
  static constexpr at::compute_capability compute_capability{9, 0};
};

int wrong = 0;
void check(bool right, char const* what) {
  if (right) return;
  std::printf("wrong: %s\n", what);
  ++wrong;
}

std::vector<int> counting(int size) {
  std::vector<int> numbers(static_cast<std::size_t>(size));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}
std::vector<int> on_host(at::queue<gpu>& on, at::buffer<int, gpu> const& buffer) {
  std::vector<int> numbers(static_cast<std::size_t>(buffer.size()));
  at::copy(on, buffer, numbers);
  return numbers;
}

template <class View>
struct add_position {
  View values;
  ALLOTYPE_FN void operator()(int i) const { values(i) += i; }
  ALLOTYPE_FN void operator()(int row, int column) const { values(row, column) += 1000 * row + column; }
  ALLOTYPE_FN void operator()(int plane, int row, int column) const { values(plane, row, column) += 10000 * plane + 100 * row + column; }
};
template <class View>
struct element {
  View values;
  ALLOTYPE_FN int operator()(int i) const { return values(i); }
};
template <class View>
struct turn_around {
  View values;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int* const held = block.template shared<int>();
    int const first = block.index() * block.threads();
    block.each_thread([&](int thread) { held[thread] = values(first + thread); });
    block.each_thread_at_end([&](int thread) { values(first + thread) = held[block.threads() - 1 - thread]; });
  }
};
template <class View>
struct turn_around_in_static_memory {
  View values;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int* const held = block.template static_shared<int>();
    int const first = block.index() * block.threads();
    block.each_thread([&](int thread) { held[thread] = values(first + thread); });
    block.each_thread_at_end([&](int thread) { values(first + thread) = held[block.threads() - 1 - thread]; });
  }
};
/// Each thread adds to an element of the next block. The grid's barrier is all that orders it.
template <class View>
struct pass_on {
  View values;
  int blocks;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    for (int round = 0; round < 5; ++round) {
      int const next = (block.index() + round) % blocks * block.threads();
      block.each_thread_at_end([&](int thread) { values(next + (thread + 32 * round) % block.threads()) += thread; });
      block.wait_for_grid();
    }
  }
};
template <class View>
struct take_from_neighbour {
  View values;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int* const held = block.template shared<int>();
    int const first = block.index() * block.threads();
    block.each_thread([&](int thread) { held[thread] = values(first + thread); });
    block.wait_for_cluster();
    int const* const next = block.template shared_of<int>((block.index_in_cluster() + 1) % block.cluster_size());
    block.each_thread([&](int thread) { values(first + thread) = next[thread]; });
    block.wait_for_cluster();
  }
};

void loops(at::queue<gpu>& on) {
  for (int const size : {1, 255, 1000}) {
    at::buffer<int, gpu> line{on, at::extents{size}};
    at::fill(on, line, 0);
    at::for_each(on, at::extents{size}, add_position{line.view(on, at::extents{size})});
    check(on_host(on, line) == counting(size), "for_each, one dimension");
  }
  at::extents const plane{33, 70};
  at::extents const space{5, 9, 7};
  at::buffer<int, gpu> cells{on, plane}, more{on, space};
  at::fill(on, cells, 0);
  at::fill(on, more, 0);
  at::for_each(on, plane, add_position{cells.view(on, plane)});
  at::for_each(on, space, add_position{more.view(on, space)});
  std::vector<int> expected;
  for (int row = 0; row < 33; ++row) {
    for (int column = 0; column < 70; ++column) expected.push_back(1000 * row + column);
  }
  check(on_host(on, cells) == expected, "for_each, two dimensions");
  expected.clear();
  for (int i = 0; i < 5 * 9 * 7; ++i) expected.push_back(10000 * (i / 63) + 100 * (i / 7 % 9) + i % 7);
  check(on_host(on, more) == expected, "for_each, three dimensions");
}

void reductions(at::queue<gpu>& on) {
  for (int const size : {0, 1, 33, 300, 10007}) {
    at::buffer<int, gpu> line{on, counting(size)};
    element const value{line.view(on, at::extents{size})};
    check(at::reduce(on, at::extents{size}, 3, at::plus{}, value) == 3 + static_cast<int>(static_cast<long long>(size) * (size - 1) / 2), "a sum");
    check(at::reduce(on, at::extents{size}, -1, at::maximum{}, value) == size - 1, "a maximum");
    check(at::reduce(on, at::extents{size}, -7, at::maximum{}, [=] ALLOTYPE_FN(int i) { return -8 - i; }) == -7, "a maximum that is the first value");
  }
}

std::vector<int> turned_around(int blocks, int threads) {
  std::vector<int> expected;
  for (int block = 0; block < blocks; ++block) {
    for (int thread = threads - 1; thread >= 0; --thread) expected.push_back(block * threads + thread);
  }
  return expected;
}

void blocks_of_threads(at::queue<gpu>& on) {
  at::buffer<int, gpu> buffer{on, counting(4 * 64)};
  at::launch(on, at::grid<at::threads_per_block<64>, at::shared_memory_per_block<256_B>>{4}, turn_around{buffer.view(on)});
  check(on_host(on, buffer) == turned_around(4, 64), "blocks");
  at::launch(on, at::grid<at::threads_per_block<64>, at::static_shared_memory_per_block<256_B>>{4},
             turn_around_in_static_memory{buffer.view(on)});
  check(on_host(on, buffer) == counting(4 * 64), "blocks with static memory");
  at::launch(on, at::grid<at::threads_per_block<64>, at::shared_memory_per_block<64_KiB>>{4}, turn_around{buffer.view(on)});
  check(on_host(on, buffer) == turned_around(4, 64), "blocks with much memory");

  using cooperative = at::grid<at::cooperative, at::threads_per_block<64>>;
  for (int const blocks : {1, 3}) {
    at::buffer<int, gpu> numbers{on, at::extents{blocks * 64}};
    at::fill(on, numbers, 0);
    at::launch(on, cooperative{blocks}, pass_on{numbers.view(on), blocks});
    at::launch(on, cooperative{blocks}, pass_on{numbers.view(on), blocks});
    std::vector<int> expected(static_cast<std::size_t>(blocks * 64));
    for (int i = 0; i < blocks * 64; ++i) {
      for (int round = 0; round < 5; ++round) expected[static_cast<std::size_t>(i)] += 2 * ((i + 64 - 32 * round % 64) % 64);
    }
    check(on_host(on, numbers) == expected, "a cooperative grid");
  }

  at::buffer<int, gpu> clustered{on, counting(4 * 64)};
  at::launch(on, at::grid<at::blocks_per_cluster<2>, at::threads_per_block<64>, at::shared_memory_per_block<256_B>>{4},
             take_from_neighbour{clustered.view(on)});
  std::vector<int> expected;
  for (int const block : {1, 0, 3, 2}) {
    for (int thread = 0; thread < 64; ++thread) expected.push_back(block * 64 + thread);
  }
  check(on_host(on, clustered) == expected, "clusters");
}

/// More than both halves of the memory that copies go through.
void copies(at::queue<gpu>& on) {
  std::vector<int> const numbers = counting(13 << 18);
  at::buffer<int, gpu> buffer{on, numbers};
  check(on_host(on, buffer) == numbers, "a copy there and back");
  int* pinned = nullptr;
  cudaMallocHost(reinterpret_cast<void**>(&pinned), 1000 * sizeof(int));
  at::buffer<int, gpu> small{on, counting(1000)};
  std::fill_n(pinned, 1000, -1);
  at::copy(on, small, std::span<int>(pinned, 1000));
  check(std::vector<int>(pinned, pinned + 1000) == counting(1000), "a copy to pinned memory");
  auto const values = small.view(on);
  at::for_each(on, at::extents{1000}, [=] ALLOTYPE_FN(int i) { values(i) = 7; });
  cudaMemcpyAsync(pinned, small.view(on).data(), 1000 * sizeof(int), cudaMemcpyDeviceToHost, at::native(on));
  at::wait(on);
  check(pinned[999] == 7, "a wait");
  cudaFreeHost(pinned);
}

}  // namespace

int main() {
  try {
    at::queue<gpu> on;
    loops(on);
    reductions(on);
    blocks_of_threads(on);
    copies(on);
  } catch (std::exception const& error) {
    std::printf("wrong: %s\n", error.what());
    ++wrong;
  }
  std::printf("%d wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}
