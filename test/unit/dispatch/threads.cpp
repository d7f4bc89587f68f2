// SPDX-License-Identifier: BSL-1.0
// Threads with a queue each, in a checked build. ThreadSanitizer runs it, too.
#define ALLOTYPE_CHECKED

#include <allotype/allotype.hpp>

#include <atomic>
#include <thread>
#include <utility>
#include <vector>

#include "catch.hpp"

namespace at = allotype;

namespace {

/// Calls `work()` on several threads, some hundred times each.
template <class Work>
void on_threads(Work const& work) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int times = 0; times < 300; ++times) work();
    });
  }
  for (std::thread& each : threads) each.join();
}

}  // namespace

TEST_CASE("threads with a queue each read one const buffer") {
  at::queue<at::cpu> first;
  at::buffer<int, at::cpu> const shared{first, std::vector<int>(100, 1)};
  auto const early = shared.view(first);
  first.wait();
  std::atomic<int> right = 0;
  on_threads([&] {
    at::queue<at::cpu> on;
    auto const numbers = shared.view(on);
    auto const rows = shared.view(on, at::extents{10, 10});
    std::vector<int> copied(100);
    at::copy(on, shared, copied);
    at::buffer<int, at::cpu> sums{on, at::extents{100}};
    at::copy(on, rows, sums.view(on, at::extents{10, 10}));
    at::copy(on, early, sums);
    at::inclusive_scan(on, shared, sums);
    at::inclusive_scan(on, early, sums);
    long long const sum = at::reduce(on, numbers.extents, 0LL, at::plus{}, [=](int i) { return numbers(i) + 0LL; });
    right += sum == 100 && sums.view(on)(99) == 100 ? 1 : 0;
  });
  CHECK(right == 4 * 300);
}

TEST_CASE("threads wait for one event") {
  at::queue<at::cpu> first;
  at::buffer<int, at::cpu> shared{first, std::vector<int>(100, 1)};
  at::event<at::cpu> const ready = first.record();
  auto const& read_only = shared;
  std::atomic<int> done = 0;
  on_threads([&] {
    at::queue<at::cpu> on;
    on.wait_for(ready);
    (void)read_only.view(on);
    ready.wait();
    done += ready.is_done() ? 1 : 0;
  });
  CHECK(done == 4 * 300);
}

TEST_CASE("threads copy different parts of one buffer") {
  at::queue<at::cpu> first;
  at::buffer<int, at::cpu> shared{first, std::vector<int>(400, 1)};
  auto const all = shared.view(first);
  first.wait();
  std::atomic<int> next = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      int const which = next++;
      std::vector<int> numbers(100, which);
      for (int times = 0; times < 300; ++times) {
        at::queue<at::cpu> on;
        at::copy(on, numbers, all.part(at::box{{100 * which, 100 * which + 100}}));
      }
    });
  }
  for (std::thread& each : threads) each.join();
  std::vector<int> numbers(400);
  at::copy(first, shared, numbers);
  for (int i = 0; i < 400; ++i) CHECK(numbers[static_cast<std::size_t>(i)] == i / 100);
}

TEST_CASE("of two threads that write one buffer without an order, one is told") {
  at::queue<at::cpu> first;
  at::buffer<int, at::cpu> shared{first, std::vector<int>(100, 1)};
  std::thread([&] {
    at::queue<at::cpu> on;
    CHECK_THROWS_AS(shared.view(on), at::order_error);
  }).join();
}
