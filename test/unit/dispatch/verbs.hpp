// SPDX-License-Identifier: BSL-1.0
// The verbs on an accelerator, whichever: the same checks for every backend.
#pragma once

#include <allotype/allotype.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "backends.hpp"
#include "catch.hpp"
#include "interop.hpp"
#include "kernels.hpp"
#include "reductions.hpp"
#include "scans.hpp"
#include "several_queues.hpp"

namespace verbs {

namespace at = allotype;
using namespace at::literals;

template <class A>
void copies(at::queue<A>& on) {
  // Larger than both halves of CUDA's staging memory, and no multiple of it.
  std::vector<int> const numbers = counting((std::size_t{11} << 18) * 3 + 7);
  at::buffer<int, A> first{on, numbers};
  CHECK(first.size() == static_cast<long long>(numbers.size()));
  CHECK(on_host(on, first) == numbers);

  at::buffer<int, A> second{on, at::extents{numbers.size()}};
  at::copy(on, first, second);
  CHECK(on_host(on, second) == numbers);

  at::copy(on, std::vector<int>(numbers.size(), 7), second);
  CHECK(on_host(on, second) == std::vector<int>(numbers.size(), 7));

  at::buffer<int, A> moved{std::move(second)};
  CHECK(second.size() == 0);
  CHECK(moved.size() == static_cast<long long>(numbers.size()));
  moved = std::move(first);
  CHECK(on_host(on, moved) == numbers);
}

template <class A>
void refuses_sizes_that_differ(at::queue<A>& on) {
  at::buffer<int, A> buffer{on, at::extents{3}};
  std::vector<int> numbers(4);
  at::buffer<int, A> shorter{on, at::extents{2}};
  CHECK_THROWS_AS(at::copy(on, buffer, numbers), at::size_error);
  CHECK_THROWS_WITH(at::copy(on, buffer, numbers),
                    "copy: the buffer to copy from has 3 elements and the host's range has 4; "
                    "both need the same number");
  CHECK_THROWS_WITH(at::copy(on, numbers, buffer),
                    "copy: the host's range has 4 elements and the buffer to copy to has 3; "
                    "both need the same number");
  CHECK_THROWS_WITH(at::copy(on, buffer, shorter),
                    contains("buffer to copy from has 3 elements and the buffer to copy to has 2"));
  CHECK_THROWS_WITH(buffer.view(on, at::extents{2, 2}), contains("the extents have 4 elements and the buffer has 3"));
  CHECK_THROWS_WITH((at::buffer<int, A>{on, at::extents{-1}}), contains("-1"));
}

/// Sizes whose product, or whose bytes, 64 bits cannot hold.
template <class A>
void refuses_sizes_too_large(at::queue<A>& on) {
  at::extents const more{1LL << 32, 1LL << 32};
  auto const text = contains("4294967296 x 4294967296 are more indices than 64 bits can hold");
  at::buffer<int, A> buffer{on, at::extents{1}};
  auto const values = buffer.view(on);
  auto const set = [=] ALLOTYPE_FN(long long row, long long column) { values(0) = static_cast<int>(row + column); };
  auto const get = [=] ALLOTYPE_FN(long long row, long long column) { return static_cast<int>(row + column); };
  CHECK_THROWS_WITH((at::buffer<double, A>{on, more}), text);
  CHECK_THROWS_AS((at::buffer<double, A>{on, more}), at::size_error);
  CHECK_THROWS_WITH(buffer.view(on, more), text);
  CHECK_THROWS_WITH(at::for_each(on, more, set), text);
  CHECK_THROWS_WITH(at::reduce(on, more, 0, at::plus{}, get), text);
  CHECK_NOTHROW(at::for_each(on, at::extents{0LL, 1LL << 62}, set));
  CHECK_THROWS_WITH((at::buffer<int, A>{on, at::extents{1 << 30, 1 << 30, 1 << 30}}),
                    contains("than 64 bits can hold"));
  CHECK_THROWS_WITH((at::buffer<double, A>{on, at::extents{1LL << 61}}),
                    contains("2305843009213693952 elements of 8 bytes are too large: 64 bits hold the size of at most "
                             "1152921504606846975"));
  CHECK_THROWS_AS((at::buffer<double, A>{on, at::extents{1LL << 61}}), at::size_error);
}

template <class A>
void fills(at::queue<A>& on) {
  at::buffer<int, A> buffer{on, at::extents{1000}};
  at::fill(on, buffer, 42);
  on.wait();
  CHECK(on_host(on, buffer) == std::vector<int>(1000, 42));

  // A part of a view: the middle column of the two lower rows.
  at::buffer<int, A> small{on, at::extents{3, 3}};
  at::fill(on, small, 1);
  at::fill(on, small.view(on, at::extents{3, 3}).part(at::box{{1, 3}, {1, 2}}), 7);
  CHECK(on_host(on, small) == std::vector<int>{1, 1, 1, 1, 7, 1, 1, 7, 1});
}

template <class A>
void visits_each_index_once(at::queue<A>& on) {
  for (int const size : {0, 1, 2, 255, 256, 257, 1023, 1024, 1025, 2049, 100003}) {
    at::buffer<int, A> line{on, at::extents{size}};
    at::fill(on, line, 0);
    at::for_each(on, at::extents{size}, add_index{line.view(on)});
    CHECK(on_host(on, line) == counting(static_cast<std::size_t>(size)));

    at::fill(on, line, 0);
    at::for_each(on, at::extents{static_cast<long long>(size)}, add_index_64{line.view(on)});
    CHECK(on_host(on, line) == counting(static_cast<std::size_t>(size)));

    if (size > 3000) continue;  // enough for several blocks
    at::fill(on, line, 0);
    at::for_each(on, at::extents{size}, add_index{line.view(on)}, at::indices_per_thread<4>{});
    CHECK(on_host(on, line) == counting(static_cast<std::size_t>(size)));

    at::fill(on, line, 0);
    at::for_each(on, at::extents{static_cast<long long>(size)}, add_index_64{line.view(on)},
                 at::indices_per_thread<3>{});
    CHECK(on_host(on, line) == counting(static_cast<std::size_t>(size)));

    // A part that begins at an odd element.
    if (size < 4) continue;
    at::fill(on, line, 0);
    at::for_each(on, at::extents{size - 4}, add_index{line.view(on).part(at::box{{3, size - 1}})},
                 at::indices_per_thread<4>{});
    std::vector<int> expected(static_cast<std::size_t>(size));
    for (int i = 3; i < size - 1; ++i) expected[static_cast<std::size_t>(i)] = i - 3;
    CHECK(on_host(on, line) == expected);
  }
  at::buffer<int, A> one{on, at::extents{1}};
  CHECK_THROWS_WITH(at::for_each(on, at::extents{1}, add_index{one.view(on)}, at::dynamic{0}),
                    "for_each: dynamic{0}; a chunk has 1 index or more");
  for (auto const& [rows, columns] : {std::pair{1, 1}, {3, 5}, {33, 7}, {7, 33}, {0, 4}, {4, 0}, {100, 100}}) {
    at::extents const over{rows, columns};
    at::buffer<int, A> plane{on, over};
    at::fill(on, plane, 0);
    at::for_each(on, over, set_row_column{plane.view(on, over)});
    std::vector<int> expected;
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) expected.push_back(1000 * row + column);
    }
    CHECK(on_host(on, plane) == expected);

    at::fill(on, plane, 0);
    at::for_each(on, over, set_row_column{plane.view(on, over)}, at::dynamic{3});
    CHECK(on_host(on, plane) == expected);

    at::fill(on, plane, 0);
    at::for_each(on, over, set_row_column{plane.view(on, over)}, at::first_index_fastest{});
    CHECK(on_host(on, plane) == expected);
  }
  for (auto const& [planes, rows, columns] :
       {std::array<int, 3>{1, 1, 1}, {2, 3, 5}, {9, 2, 70}, {70, 9, 2}, {2, 0, 3}}) {
    at::extents const over{planes, rows, columns};
    at::buffer<int, A> space{on, over};
    at::fill(on, space, 0);
    at::for_each(on, over, set_plane_row_column{space.view(on, over)});
    std::vector<int> expected;
    for (int plane = 0; plane < planes; ++plane) {
      for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) expected.push_back(10000 * plane + 100 * row + column);
      }
    }
    CHECK(on_host(on, space) == expected);

    at::fill(on, space, 0);
    at::for_each(on, over, set_plane_row_column{space.view(on, over)}, at::first_index_fastest{});
    CHECK(on_host(on, space) == expected);
  }
}

template <class A>
void reduces(at::queue<A>& on) {
  for (int const size : {0, 1, 2, 3, 1000, 65535}) {
    at::buffer<int, A> line{on, counting(static_cast<std::size_t>(size))};
    at::extents const over{size};
    element_1 const value{line.view(on)};
    CHECK(at::reduce(on, over, 0, at::plus{}, value) == static_cast<long long>(size) * (size - 1) / 2);
    CHECK(at::reduce(on, over, -1, at::maximum{}, value) == size - 1);
    CHECK(at::reduce(on, over, 5, at::minimum{}, value) == (size == 0 ? 5 : 0));
  }
  at::buffer<int, A> for_called{on, counting(1000)};
  CHECK(at::reduce(on, at::extents{1000}, 0, at::plus{}, at::called{element_1{for_called.view(on)}}) == 499500);
  std::vector<int> const numbers = counting(6 * 5 * 4);
  at::buffer<int, A> buffer{on, numbers};
  int const sum = std::accumulate(numbers.begin(), numbers.end(), 10);
  at::extents const plane{30, 4};
  at::extents const space{6, 5, 4};
  CHECK(at::reduce(on, plane, 10, at::plus{}, element_2{buffer.view(on, plane)}) == sum);
  CHECK(at::reduce(on, space, 10, at::plus{}, element_3{buffer.view(on, space)}) == sum);
  CHECK(at::reduce(on, plane, 10, at::plus{}, at::called{element_2{buffer.view(on, plane)}}) == sum);
  CHECK(at::reduce(on, space, 10, at::plus{}, at::called{element_3{buffer.view(on, space)}}) == sum);
  CHECK(at::reduce(on, at::extents{0, 4}, 10, at::plus{}, element_2{buffer.view(on, plane)}) == 10);
  CHECK(at::reduce(on, at::extents{4, 0}, 10, at::plus{}, element_2{buffer.view(on, plane)}) == 10);
}

template <class A>
void launches_blocks(at::queue<A>& on) {
  at::buffer<int, A> buffer{on, counting(4 * 64)};
  at::launch(on, at::grid<at::threads_per_block<64>, at::shared_memory_per_block<256_B>>{4},
             turn_around{buffer.view(on)});
  on.wait();
  std::vector<int> const expected = turned_around(4);
  CHECK(on_host(on, buffer) == expected);
  at::launch(on, at::grid<at::threads_per_block<64>, at::shared_memory_per_block<256_B>>{0},
             turn_around{buffer.view(on)});
  CHECK(on_host(on, buffer) == expected);

  at::launch(on, at::grid<at::blocks<4>, at::static_shared_memory_per_block<256_B>, at::threads_per_block<64>>{},
             turn_around_in_static_memory{buffer.view(on)});
  CHECK(on_host(on, buffer) == counting(4 * 64));
  at::launch(on, at::grid<at::min_blocks_per_sm<4>, at::shared_memory_per_block<256_B>, at::threads_per_block<64>>{4},
             turn_around{buffer.view(on)});
  CHECK(on_host(on, buffer) == expected);
  CHECK_THROWS_WITH((at::grid<at::threads_per_block<64>>{1LL << 32}),
                    "grid: a grid has at most 2,147,483,647 blocks; the number is "
                    "4294967296");
  static_assert(at::grid<at::threads_per_block<64>>{std::size_t{3}}.blocks == 3);
  CHECK_THROWS_AS((at::launch(on, at::grid<at::threads_per_block<64>, at::shared_memory_per_block<256_B>>{-1},
                              turn_around{buffer.view(on)})),
                  at::size_error);
}

/// Threads and shared memory of a block as the grid says while the program runs.
template <class A>
void launches_blocks_of_sizes(at::queue<A>& on) {
  using sized = at::grid<at::threads_per_block<at::at_most<128>>, at::shared_memory_per_block<at::at_most<64_KiB>>>;
  for (int const threads : {1, 33, 96, 128}) {
    CAPTURE(threads);
    at::buffer<int, A> buffer{on, counting(3 * threads)};
    at::bytes const held{sizeof(int) * static_cast<unsigned long long>(threads)};
    at::launch(on, sized{3, threads, held}, turn_around{buffer.view(on)});
    std::vector<int> expected;
    for (int i = 0; i < 3 * threads; ++i) expected.push_back(i / threads * threads + threads - 1 - i % threads);
    CHECK(on_host(on, buffer) == expected);
    at::launch(on,
               at::grid<at::threads_per_block<at::at_most<128>>, at::static_shared_memory_per_block<512_B>>{3, threads},
               turn_around_in_static_memory{buffer.view(on)});
    CHECK(on_host(on, buffer) == counting(3 * threads));
  }
  at::buffer<int, A> buffer{on, counting(4 * 64)};
  at::launch(on, at::grid<at::threads_per_block<64>, at::shared_memory_per_block<at::at_most<1_KiB>>>{4, 256_B},
             turn_around{buffer.view(on)});
  CHECK(on_host(on, buffer) == turned_around(4));
  CHECK_THROWS_WITH((sized{1, 129, 1_KiB}), "grid: blocks of 129 threads; the grid's options allow 1 to 128");
  CHECK_THROWS_WITH((sized{1, 0, 1_KiB}), "grid: blocks of 0 threads; the grid's options allow 1 to 128");
  CHECK_THROWS_WITH((sized{1, 64, at::bytes{65537}}),
                    "grid: 65537 bytes of shared memory a block; the grid's options allow at most 65536");
}

struct extremes {
  long long least, most;
};
/// What `keep_over_barriers` makes of one thread.
struct kept_results {
  int begun_with, letter, last, count;
  extremes seen;
  double sum;
};
/// Each thread keeps values of several types while the threads read what those of another warp have written. They begin
/// with zeros and are changed behind barriers.
template <class In, class Out>
struct keep_over_barriers {
  In in;
  Out out;
  static constexpr int rounds = 5;
  /// What the thread has from another in a round.
  ALLOTYPE_FN static int other(int thread, int threads, int round) { return (thread + 32 + round) % threads; }

  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int const first = block.index() * block.threads();
    int* const shared = block.template shared<int>();
    auto begun_with = block.template per_thread<int>();
    auto letter = block.template per_thread<char>();
    auto sum = block.template per_thread<double>();
    auto seen = block.template per_thread<extremes>();
    auto last_and_count = block.template per_thread<int[2]>();
    block.each_thread([&](int thread) {
      begun_with(thread) = letter(thread) + static_cast<int>(sum(thread) + static_cast<double>(seen(thread).least)) +
                           static_cast<int>(seen(thread).most) + last_and_count(thread)[0] + last_and_count(thread)[1];
      letter(thread) = static_cast<char>('a' + thread % 26);
      seen(thread) = {1LL << 40, -1};
    });
    for (int round = 0; round < rounds; ++round) {
      block.each_thread([&](int thread) { shared[thread] = in(first + thread); });
      block.each_thread([&](int thread) {
        int const got = shared[other(thread, block.threads(), round)];
        sum(thread) += 0.5 * got;
        if (got < seen(thread).least) seen(thread).least = got;
        if (got > seen(thread).most) seen(thread).most = got;
        last_and_count(thread)[0] = got;
        ++last_and_count(thread)[1];
      });
    }
    auto const all = sum;  // a copy is another value of each thread
    block.each_thread([&](int thread) { sum(thread) = 0; });
    block.each_thread_at_end([&](int thread) {
      out(first + thread) = {begun_with(thread),        letter(thread), last_and_count(thread)[0],
                             last_and_count(thread)[1], seen(thread),   all(thread) + sum(thread)};
    });
  }
};

template <int Threads, class... Options, class A>
void keeps_values_in_blocks_of(at::queue<A>& on, int blocks) {
  using grid = at::grid<at::threads_per_block<Threads>, at::shared_memory_per_block<at::bytes{Threads * sizeof(int)}>,
                        Options...>;
  if constexpr (at::runs_grids_of<A, grid>) {
    int const size = blocks * Threads;
    std::vector<int> numbers(static_cast<std::size_t>(size));
    for (int i = 0; i < size; ++i) numbers[static_cast<std::size_t>(i)] = i * 7919 % 1009;
    at::buffer<int, A> const in{on, numbers};
    at::buffer<kept_results, A> out{on, at::extents{size}};
    keep_over_barriers const kernel{in.view(on), out.view(on)};
    at::launch(on, grid{blocks}, kernel);
    std::vector<kept_results> results(static_cast<std::size_t>(size));
    at::copy(on, out, results);

    int wrong = 0;
    for (int i = 0; i < size; ++i) {
      kept_results expected{0, 'a' + i % Threads % 26, 0, kernel.rounds, {1LL << 40, -1}, 0};
      for (int round = 0; round < kernel.rounds; ++round) {
        int const got =
            numbers[static_cast<std::size_t>(i / Threads * Threads + kernel.other(i % Threads, Threads, round))];
        expected.last = got;
        expected.seen = {std::min<long long>(expected.seen.least, got), std::max<long long>(expected.seen.most, got)};
        expected.sum += 0.5 * got;
      }
      kept_results const& result = results[static_cast<std::size_t>(i)];
      wrong += result.begun_with != 0 || result.letter != expected.letter || result.last != expected.last ||
               result.count != expected.count || result.seen.least != expected.seen.least ||
               result.seen.most != expected.seen.most || result.sum != expected.sum;
    }
    INFO(blocks << " blocks of " << Threads << " threads");
    CHECK(wrong == 0);
  }
}

/// What a thread keeps from one `each_thread` to the next.
template <class A>
void keeps_values_of_threads(at::queue<A>& on) {
  keeps_values_in_blocks_of<1>(on, 3);
  keeps_values_in_blocks_of<32>(on, 1);
  keeps_values_in_blocks_of<96>(on, 7);
  keeps_values_in_blocks_of<1024>(on, 2);
  keeps_values_in_blocks_of<64, at::cooperative>(on, 2);
  keeps_values_in_blocks_of<64, at::blocks_per_cluster<2>>(on, 4);
}

/// Lambdas as kernels. nvcc allows them in functions that have a name and a written result.
template <class A>
void takes_lambdas(at::queue<A>& on) {
  at::extents const size{1000};
  at::buffer<int, A> buffer{on, counting(1000)};
  auto const values = buffer.view(on);
  int const factor = 3;
  at::for_each(on, size, [=] ALLOTYPE_FN(int i) { values(i) = factor * values(i) + 1; });
  std::vector<int> expected;
  for (int i = 0; i < 1000; ++i) expected.push_back(3 * i + 1);
  CHECK(on_host(on, buffer) == expected);

  at::extents const plane{40, 25};
  auto const cells = buffer.view(on, plane);
  at::for_each(on, plane, [=] ALLOTYPE_FN(int row, int column) { cells(row, column) = 1000 * row + column; });
  int const sum =
      at::reduce(on, plane, 7, at::plus{}, [=] ALLOTYPE_FN(int row, int column) { return cells(row, column); });
  CHECK(sum == 7 + 1000 * 25 * (39 * 40 / 2) + 40 * (24 * 25 / 2));
  int const largest = at::reduce(
      on, size, -1, [] ALLOTYPE_FN(int a, int b) { return a < b ? b : a; },
      [=] ALLOTYPE_FN(int i) { return values(i); });
  CHECK(largest == 39024);

  at::grid<at::threads_per_block<64>, at::shared_memory_per_block<256_B>> const blocks{4};
  at::buffer<int, A> turned{on, counting(4 * 64)};
  auto const numbers = turned.view(on);
  at::launch(on, blocks, [=] ALLOTYPE_FN(at::block_of<A, decltype(blocks)> const& block) {
    int* const held = block.template shared<int>();
    int const first = block.index() * block.threads();
    block.each_thread([&](int thread) { held[thread] = numbers(first + thread); });
    block.each_thread([&](int thread) { numbers(first + thread) = held[block.threads() - 1 - thread]; });
  });
  CHECK(on_host(on, turned) == turned_around(4));
}

template <class A>
void launches_cooperative_grids(at::queue<A>& on) {
  using grid = at::grid<at::cooperative, at::threads_per_block<64>>;
  if constexpr (at::runs_grids_of<A, grid>) {
    for (int const blocks : {1, 2, 14}) {
      at::buffer<int, A> buffer{on, at::extents{blocks * 64}};
      at::fill(on, buffer, 0);
      at::launch(on, grid{blocks}, pass_on{buffer.view(on), blocks, 100});
      CHECK(on_host(on, buffer) == passed_on(blocks, 100));
    }
  }
}

template <class A>
void launches_clusters(at::queue<A>& on) {
  using grid = at::grid<at::blocks_per_cluster<2>, at::threads_per_block<64>, at::shared_memory_per_block<256_B>>;
  if constexpr (at::runs_grids_of<A, grid>) {
    at::buffer<int, A> buffer{on, counting(4 * 64)};
    at::launch(on, grid{4}, take_from_neighbour{buffer.view(on)});
    CHECK(on_host(on, buffer) == taken_from_neighbour());
  }
}

/// constexpr functions of the standard library are not marked for a GPU; allotype::cuda passes the option that allows
/// them.
template <class A>
void calls_the_standard_library(at::queue<A>& on) {
  at::buffer<int, A> numbers{on, counting(6)};
  auto const v = numbers.view(on);
  at::for_each(on, v.extents, [=] ALLOTYPE_FN(int i) {
    std::array const bounds{1, 3};
    v(i) = std::max(std::clamp(v(i), bounds[0], bounds[1]), 2);
  });
  CHECK(on_host(on, numbers) == std::vector{2, 2, 2, 3, 3, 3});
  CHECK(at::reduce(on, v.extents, 0, std::plus<>{}, [=] ALLOTYPE_FN(int i) { return v(i); }) == 15);
  // Those that doc/kernels.md names; 0 where each of them is right.
  at::for_each(on, v.extents, [=] ALLOTYPE_FN(int i) {
    std::array<int, 4> some{3, i, 2, 5};
    std::reverse(some.begin(), some.end());
    std::swap(some[0], some[3]);
    auto const [least, most] = std::minmax({i, 3});
    auto const [number, half] = std::tuple{i, 0.5};
    bool const right = some[0] == 3 && some[3] == 5 && std::accumulate(some.begin(), some.end(), 0) == 10 + i &&
                       least + most == 3 + i && *std::max_element(some.begin(), some.end()) == 5 && number == i &&
                       half == 0.5 && std::popcount(7u) == 3 && std::countl_zero(1u) == 31 &&
                       std::bit_cast<unsigned>(1.0f) == 0x3f800000u && std::optional<int>{i}.value_or(0) == i &&
                       std::span{some}.size() == 4 && std::midpoint(1, 3) == 2 &&
                       std::inner_product(some.begin(), some.end(), some.begin(), 0) == 38 + i * i;
    v(i) = right ? 0 : 1;
  });
  CHECK(on_host(on, numbers) == std::vector<int>(6, 0));
  at::buffer<double, A> powers{on, at::extents{6}};
  auto const power = powers.view(on);
  at::for_each(on, power.extents, [=] ALLOTYPE_FN(int i) { power(i) = std::pow(2.0, i); });
  CHECK(on_host(on, powers) == std::vector<double>{1, 2, 4, 8, 16, 32});
}

template <class A, class F>
void apply_to_all(at::queue<A>& on, at::buffer<int, A>& numbers, F f) {
  auto const v = numbers.view(on);
  at::for_each(on, v.extents, [=] ALLOTYPE_FN(int i) { v(i) = f(v(i)); });
}
template <class View, class F>
struct apply_member {
  View values;
  F f;
  ALLOTYPE_FN void operator()(int i) const { values(i) = f(values(i)); }
};

/// Functions that kernels call, as captures and as members of a struct; and members that are const.
template <class A>
void takes_functions_in_kernels(at::queue<A>& on) {
  at::buffer<int, A> numbers{on, counting(4)};
  int const factor = 3;
  auto const tripled = [=] ALLOTYPE_FN(int value) { return factor * value; };
  apply_to_all(on, numbers, tripled);
  CHECK(on_host(on, numbers) == std::vector{0, 3, 6, 9});
  auto const v = numbers.view(on);
  at::for_each(on, v.extents, apply_member<decltype(v), decltype(tripled)>{v, tripled});
  CHECK(on_host(on, numbers) == std::vector{0, 9, 18, 27});
  CHECK(at::reduce(on, v.extents, 0, at::plus{}, [=] ALLOTYPE_FN(int i) { return tripled(v(i)); }) == 162);
  auto const pair = std::tuple{v, 2};
  at::for_each(on, v.extents, [=] ALLOTYPE_FN(int i) { std::get<0>(pair)(i) *= std::get<1>(pair); });
  CHECK(on_host(on, numbers) == std::vector{0, 18, 36, 54});
}

template <class A>
void all() {
  at::queue<A> on;
  SECTION("copies") { copies(on); }
  SECTION("refuses sizes that differ") { refuses_sizes_that_differ(on); }
  SECTION("refuses sizes too large") { refuses_sizes_too_large(on); }
  SECTION("fills") { fills(on); }
  SECTION("visits each index once") { visits_each_index_once(on); }
  SECTION("reduces") { reduces(on); }
  SECTION("calls the standard library") { calls_the_standard_library(on); }
  reductions::all(on);
  scans::all(on);
  if constexpr (backends::has_blocks<A>) {
    SECTION("launches blocks") { launches_blocks(on); }
    SECTION("launches blocks whose sizes are known while running") { launches_blocks_of_sizes(on); }
    SECTION("keeps values of threads") { keeps_values_of_threads(on); }
    SECTION("takes lambdas") { takes_lambdas(on); }
    SECTION("launches cooperative grids") { launches_cooperative_grids(on); }
    SECTION("launches clusters") { launches_clusters(on); }
    SECTION("shares memory with the host") { shares_memory_with_the_host(on); }
    SECTION("another queue on the device works, too") {
      at::queue<A> another = on.another();
      CHECK(std::string(to_string(another).text()) == to_string(on).text());
      fills(another);
    }
  }
  SECTION("takes functions in kernels") { takes_functions_in_kernels(on); }
  SECTION("borrows memory") { borrows_memory(on); }
  SECTION("has empty buffers") { has_empty_buffers(on); }
  SECTION("waits for events") { waits_for_events(on); }
  SECTION("copies while the program goes on") { copies_while_the_program_goes_on(on); }
  SECTION("transfers") { transfers(on); }
  SECTION("transfers of parts") { transfers_parts(on); }
  SECTION("reads constant tables") { reads_constant_tables(on); }
  SECTION("draws random numbers") { draws_random_numbers(on); }
  SECTION("a moved queue goes on") {
    at::queue<A> moved{std::move(on)};
    fills(moved);
  }
}

}  // namespace verbs
