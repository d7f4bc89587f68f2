// SPDX-License-Identifier: BSL-1.0
// Blocks whose threads the library chooses give what plain loops give, and the choice is the one that fills a GPU.
#pragma once

#include <allotype/automatic_threads.hpp>
#include <allotype/block_ranges.hpp>

#include <numeric>
#include <vector>

#include "catch.hpp"

namespace automatic_threads {

namespace at = allotype;
using namespace at::literals;

static_assert(static_cast<int>(at::automatic_number{}) == 1);
template <class... Options>
using chosen = at::grid<at::threads_per_block<at::automatic>, Options...>;
template <class A, class... Options>
inline constexpr int threads_on = decltype(at::grid_on<A>(std::declval<chosen<Options...> const&>()))::threads;

// The fewest threads that fill a multiprocessor.
static_assert(threads_on<at::H100_80GB> == 128 && threads_on<at::A100::partition<"1g.5gb">> == 128);
// Two blocks of 100 KiB fit on a multiprocessor.
static_assert(threads_on<at::H100_80GB, at::shared_memory_per_block<100_KiB>> == 1024);
static_assert(threads_on<at::H100_80GB, at::shared_memory_per_block<40_KiB>> == 512);
// A block has 65,536 registers.
static_assert(threads_on<at::H100_80GB, at::registers_per_thread<128>, at::blocks<14>> == 512);
static_assert(threads_on<at::H100_80GB, at::registers_per_thread<255>, at::blocks<14>> == 256);
// 56 blocks on 14 multiprocessors, and on 132.
static_assert(threads_on<at::A100::partition<"1g.5gb">, at::blocks<56>> == 512);
static_assert(threads_on<at::H100_80GB, at::blocks<56>> == 1024);
static_assert(threads_on<at::H100_80GB, at::min_blocks_per_sm<8>, at::blocks<56>> == 256);
#ifdef ALLOTYPE_CHECKED
static_assert(threads_on<at::cpu> == 128);
#else
static_assert(threads_on<at::cpu> == 1);
#endif
static_assert(at::runs_grids_of<at::cpu, chosen<>>);

template <class Out>
struct count_up {
  Out out;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    block.each_thread_at_end([&](int thread) {
      int const i = block.index() * block.threads() + thread;
      if (i < out.extents[0]) out(i) = 3 * i;
    });
  }
};
template <class Out>
struct sum_below {
  Out out;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int const sum = block.reduce(block.index() + 1, 0, at::plus{}, [](int i) { return i; });
    block.single([&] { out(block.index()) = sum; });
  }
};
template <class Out>
struct turn_around {
  Out out;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int* const held = at::shared<int>(block);
    block.each_thread([&](int thread) { held[thread] = thread; });
    block.each_thread_at_end([&](int thread) {
      if (thread == 0) out(block.index()) = held[block.threads() - 1] + 1;
    });
  }
};

template <class A>
void all(at::queue<A>& on) {
  auto const found_in = [&](at::buffer<int, A> const& buffer) {
    std::vector<int> found(static_cast<std::size_t>(buffer.size()));
    at::copy(on, buffer, found);
    return found;
  };
  for (int const n : {0, 1, 127, 1000}) {
    CAPTURE(n);
    at::buffer<int, A> to{on, at::extents{n}};
    chosen<> const over{at::covering{n}};
    at::launch(on, over, count_up{to.view(on)});
    std::vector<int> expected;
    for (int i = 0; i < n; ++i) expected.push_back(3 * i);
    CHECK(found_in(to) == expected);
    auto const here = at::grid_on<A>(over);
    CHECK(here.blocks == (n + here.threads - 1) / here.threads);
  }
  at::buffer<int, A> sums{on, at::extents{40}};
  at::launch(on, chosen<>{40}, sum_below{sums.view(on)});
  std::vector<int> expected;
  for (int i = 0; i < 40; ++i) expected.push_back(i * (i + 1) / 2);
  CHECK(found_in(sums) == expected);

  // What is left open besides, and a number of blocks that is an option.
  at::buffer<int, A> threads{on, at::extents{3}};
  constexpr int most = threads_on<A>;
  at::launch(on, chosen<at::shared_memory_per_block<at::at_most<4_KiB>>>{3, 4_KiB}, turn_around{threads.view(on)});
  CHECK(found_in(threads) == std::vector<int>(3, most));
  at::launch(on, chosen<at::blocks<3>, at::shared_memory_per_block<4_KiB>>{}, turn_around{threads.view(on)});
  CHECK(found_in(threads) == std::vector<int>(3, threads_on<A, at::blocks<3>, at::shared_memory_per_block<4_KiB>>));
  at::grid<at::threads_per_block<64>> const stated{3};
  CHECK(at::grid_on<A>(stated).threads == 64);
  CHECK(at::grid_on<A>(stated).blocks == 3);

  CHECK_THROWS_WITH(chosen<>{at::covering{-1}}, "grid: covering{-1}; the number of threads is 0 or more");
  CHECK_THROWS_WITH(at::launch(on, chosen<>{at::covering{1LL << 60}}, count_up{sums.view(on)}),
                    Catch::Matchers::StartsWith("grid: a grid has at most 2,147,483,647 blocks; the number is "));
}

}  // namespace automatic_threads
