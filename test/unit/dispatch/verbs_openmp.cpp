// SPDX-License-Identifier: BSL-1.0
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "verbs.hpp"

namespace at = allotype;

static_assert(std::is_same_v<at::mode_detail::backend_of<at::cpu>, at::openmp>);

TEST_CASE("the work is shared between the threads") {
  omp_set_num_threads(2);
  at::queue<at::cpu> on;
  CHECK(std::string(to_string(on).text()) == "OpenMP, 2 threads");
  struct note_thread {
    int* thread;
    void operator()(int i) const { thread[i] = omp_get_thread_num(); }
  };
  int thread[10];
  at::for_each(on, at::extents{10}, note_thread{thread});
  for (int i = 0; i < 10; ++i) CHECK(thread[i] == (i < 5 ? 0 : 1));
}

/// Notes which thread had an index; as a function to sum up, it counts.
template <class Extents>
struct note_and_count {
  int* thread;
  Extents over;
  int note(int position) const {
    thread[position] = omp_get_thread_num();
    return 1;
  }
  int operator()(int i) const { return note(i); }
  int operator()(int row, int column) const { return note(row * over[1] + column); }
  int operator()(int plane, int row, int column) const { return note((plane * over[1] + row) * over[2] + column); }
};

/// How many indices each of so many threads had.
std::vector<int> shares_of(std::vector<int> const& thread_of_index, int threads) {
  std::vector<int> shares(static_cast<std::size_t>(threads));
  for (int const thread : thread_of_index) ++shares.at(static_cast<std::size_t>(thread));
  return shares;
}

/// Of a loop and of a sum that run on threads, each has an equal share, and its indices follow each other.
template <class Extents>
void all_threads_work(Extents const& over, int threads) {
  omp_set_num_threads(threads);
  at::queue<at::cpu> on;
  int const count = static_cast<int>(over.size());
  std::vector<int> expected;
  for (int thread = 0; thread < threads; ++thread)
    expected.push_back(count / threads + (thread < count % threads ? 1 : 0));

  std::vector<int> thread_of_index(static_cast<std::size_t>(count), threads);
  at::mode_detail::loop_cost cost;
  at::mode_detail::loop_way const on_threads{true, false};
  using kernel = note_and_count<Extents>;
  kernel const note{thread_of_index.data(), over};
  constexpr int dimensions = Extents::dimensions();
  at::mode_detail::shared_for_each<dimensions, int, sizeof(kernel), alignof(kernel)> const loop(
      over, &note, &at::mode_detail::share_of_kernel<dimensions, int, kernel>);
  at::mode_detail::run_loop(on_threads, cost, over.size(), omp_get_max_threads(), loop);
  CHECK(shares_of(thread_of_index, threads) == expected);
  CHECK(std::is_sorted(thread_of_index.begin(), thread_of_index.end()));

  thread_of_index.assign(thread_of_index.size(), threads);
  CHECK(at::mode_detail::run_reduce_as(on_threads, cost, threads, over, 0, at::plus{},
                                       note_and_count<Extents>{thread_of_index.data(), over}) == count);
  CHECK(shares_of(thread_of_index, threads) == expected);
  CHECK(std::is_sorted(thread_of_index.begin(), thread_of_index.end()));
}

/// The first index takes until all others are done, which other threads must do. Gives up in the end.
struct first_waits_for_others {
  std::atomic<int>* done;
  int others;
  void operator()(int i) const {
    if (i != 0) {
      ++*done;
      return;
    }
    auto const end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (*done < others && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  }
};

TEST_CASE("by a dynamic schedule threads take the next chunk when they are done with one") {
  omp_set_num_threads(2);
  at::queue<at::cpu> on;
  std::atomic<int> done = 0;
  at::for_each(on, at::extents{100}, first_waits_for_others{&done, 99}, at::dynamic{});
  CHECK(done == 99);

  // A chunk is one thread's.
  std::vector<int> thread(1000);
  note_and_count<at::extents<2>> const note{thread.data(), {10, 100}};
  struct note_thread {
    note_and_count<at::extents<2>> note;
    void operator()(int row, int column) const { (void)note(row, column); }
  };
  at::for_each(on, at::extents{10, 100}, note_thread{note}, at::dynamic{30});
  for (int i = 0; i < 1000; ++i)
    CHECK(thread[static_cast<std::size_t>(i)] == thread[static_cast<std::size_t>(i / 30 * 30)]);

  struct fails_at_77 {
    void operator()(int i) const {
      if (i == 77) throw std::runtime_error("index 77");
    }
  };
  CHECK_THROWS_WITH(at::for_each(on, at::extents{100}, fails_at_77{}, at::dynamic{4}), "index 77");
}

TEST_CASE("all threads work, whatever the shape") {
  int const threads = GENERATE(1, 2, 3, 7);
  int const n = GENERATE(1, 2, 1000, 1001);
  CAPTURE(threads, n);
  all_threads_work(at::extents{n}, threads);
  all_threads_work(at::extents{1, n}, threads);
  all_threads_work(at::extents{n, 1}, threads);
  all_threads_work(at::extents{3, n}, threads);
  all_threads_work(at::extents{1, 1, n}, threads);
  all_threads_work(at::extents{1, n, 1}, threads);
  all_threads_work(at::extents{n, 1, 1}, threads);
  all_threads_work(at::extents{3, 5, n}, threads);
  all_threads_work(at::extents{n, 3, 5}, threads);
}

/// The positions that a thread's loop visits, one thread after another.
template <class Index>
std::vector<int> visited(at::extents<2, Index> const& over, int threads) {
  std::vector<int> positions;
  for (int thread = 0; thread < threads; ++thread) {
    at::mode_detail::each_index(
        over, at::mode_detail::share(over.size(), thread, threads),
        [&](Index row, Index column) { positions.push_back(static_cast<int>(row * over[1] + column)); });
  }
  return positions;
}
template <class Index>
std::vector<int> visited(at::extents<3, Index> const& over, int threads) {
  std::vector<int> positions;
  for (int thread = 0; thread < threads; ++thread) {
    at::mode_detail::each_index(over, at::mode_detail::share(over.size(), thread, threads),
                                [&](Index plane, Index row, Index column) {
                                  positions.push_back(static_cast<int>((plane * over[1] + row) * over[2] + column));
                                });
  }
  return positions;
}

TEST_CASE("each index is visited once and in order, wherever shares begin and end") {
  bool in_order = true;
  for (int threads = 1; threads <= 7; ++threads) {
    for (int rows = 0; rows <= 6; ++rows) {
      for (int columns = 0; columns <= 6; ++columns) {
        std::vector<int> expected(static_cast<std::size_t>(rows * columns));
        std::iota(expected.begin(), expected.end(), 0);
        in_order = in_order && visited(at::extents{rows, columns}, threads) == expected;
        for (long long planes = 0; planes <= 6; ++planes) {
          expected.resize(static_cast<std::size_t>(planes * rows * columns));
          std::iota(expected.begin(), expected.end(), 0);
          in_order = in_order && visited(at::extents{planes, rows, columns}, threads) == expected;
        }
      }
    }
  }
  CHECK(in_order);
}

TEST_CASE("a sum of floats in two and three dimensions is the same each time with the same number of threads") {
  omp_set_num_threads(3);
  at::queue<at::cpu> on;
  struct one_over {
    float operator()(int row, int column) const { return 1.0f / static_cast<float>(1 + 7 * row + column); }
    float operator()(int plane, int row, int column) const { return (*this)(5 * plane + row, column); }
  };
  float const plane = at::reduce(on, at::extents{2, 10007}, 0.0f, at::plus{}, one_over{});
  float const space = at::reduce(on, at::extents{2, 5, 1009}, 0.0f, at::plus{}, one_over{});
  for (int i = 0; i < 20; ++i) {
    CHECK(at::reduce(on, at::extents{2, 10007}, 0.0f, at::plus{}, one_over{}) == plane);
    CHECK(at::reduce(on, at::extents{2, 5, 1009}, 0.0f, at::plus{}, one_over{}) == space);
  }
}

TEST_CASE("a sum of floats is the same each time with the same number of threads") {
  omp_set_num_threads(3);
  at::queue<at::cpu> on;
  std::vector<float> numbers(10007);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = 1.0f / static_cast<float>(i + 1);
  struct get {
    float const* numbers;
    float operator()(int i) const { return numbers[i]; }
  };
  float const once = at::reduce(on, at::extents{10007}, 0.0f, at::plus{}, get{numbers.data()});
  for (int i = 0; i < 20; ++i) {
    CHECK(at::reduce(on, at::extents{10007}, 0.0f, at::plus{}, get{numbers.data()}) == once);
  }
}

TEST_CASE("an exception in a kernel reaches the caller, and the threads survive") {
  omp_set_num_threads(4);
  at::queue<at::cpu> on;
  struct fails_at_7 {
    void operator()(int i) const {
      if (i == 7) throw std::runtime_error("index 7");
    }
  };
  struct value_fails {
    int operator()(int i) const {
      if (i == 3) throw std::runtime_error("value 3");
      return 1;
    }
  };
  CHECK_THROWS_WITH(at::for_each(on, at::extents{100}, fails_at_7{}), "index 7");
  CHECK_THROWS_WITH(at::reduce(on, at::extents{100}, 0, at::plus{}, value_fails{}), "value 3");
  struct fails_at_the_end {
    void operator()(int row, int column) const {
      if (row == 0 && column == 99) throw std::runtime_error("column 99");
    }
    void operator()(int, int row, int column) const { (*this)(row, column); }
  };
  CHECK_THROWS_WITH(at::for_each(on, at::extents{1, 100}, fails_at_the_end{}), "column 99");
  CHECK_THROWS_WITH(at::for_each(on, at::extents{1, 1, 100}, fails_at_the_end{}), "column 99");
  verbs::fills(on);
}
