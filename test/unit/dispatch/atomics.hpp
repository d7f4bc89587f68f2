// SPDX-License-Identifier: BSL-1.0
// Atomic operations on an accelerator, whichever.
#pragma once

#include "verbs.hpp"

namespace atomics {

namespace at = allotype;

/// Every index changes the same few elements in all ways.
template <class View>
struct change {
  using number = typename View::element_type;
  View values;
  ALLOTYPE_FN void operator()(int i) const {
    auto const n = static_cast<number>(i);
    at::atomic(values(0)).fetch_add(static_cast<number>(i % 3));
    at::atomic(values(1)).fetch_sub(static_cast<number>(i % 3));
    at::atomic(values(2)).fetch_min(n);
    at::atomic(values(3)).fetch_max(n);
    // Each value but the last is taken out by who put in the next one.
    number const taken = at::atomic(values(4)).exchange(n, at::memory_order::acquire_release);
    at::atomic<at::memory_scope::system>(values(5)).fetch_add(taken, at::memory_order::release);
    // An operation of one's own.
    auto const own = at::atomic(values(6));
    number now = own.load(at::memory_order::acquire);
    while (!own.compare_exchange(now, static_cast<number>(now + 2), at::memory_order::acquire_release)) {
    }
    at::atomic(values(8 + i % 4)).store(7, at::memory_order::release);
    if constexpr (std::is_integral_v<number>) {
      at::atomic(values(7)).fetch_or(number{1} << (i % 16));
      at::atomic(values(12)).fetch_and(static_cast<number>(~(number{1} << (i % 16))), at::memory_order::acquire);
    }
  }
};

template <class Number, class A>
void changes(at::queue<A>& on) {
  // Sums stay small enough for a float to be exact.
  int const count = 4000;
  std::vector<Number> numbers{1, 20000, 100, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  if constexpr (std::is_integral_v<Number>) numbers[12] = 0xfffff;
  at::buffer<Number, A> buffer{on, numbers};
  at::for_each(on, at::extents{count}, change{buffer.view(on, at::extents{13})});
  at::copy(on, buffer, numbers);
  CHECK(numbers[0] == 1 + 3999);
  CHECK(numbers[1] == 20000 - 3999);
  CHECK(numbers[2] == 0);
  CHECK(numbers[3] == 3999);
  CHECK(numbers[4] + numbers[5] == Number(3999 * 2000));
  CHECK(numbers[6] == 8000);
  CHECK((numbers[8] == 7 && numbers[9] == 7 && numbers[10] == 7 && numbers[11] == 7));
  if constexpr (std::is_integral_v<Number>) {
    CHECK(numbers[7] == 0xffff);
    CHECK(numbers[12] == 0xf0000);
  }
}

/// Below zero and beyond 32 bits.
template <class View>
struct extremes {
  View values;
  ALLOTYPE_FN void operator()(int i) const {
    auto const n = static_cast<typename View::element_type>(i - 50) * 1000;
    at::atomic(values(0)).fetch_min(n);
    at::atomic(values(1)).fetch_max(n - 100000);
    at::atomic(values(2)).fetch_add(n);
  }
};
template <class Number, class A>
void finds_extremes(at::queue<A>& on) {
  std::vector<Number> numbers{0, -200000, 0};
  if constexpr (sizeof(Number) == 8) numbers[2] = Number(1LL << 40);
  Number const start = numbers[2];
  at::buffer<Number, A> buffer{on, numbers};
  at::for_each(on, at::extents{101}, extremes{buffer.view(on, at::extents{3})});
  at::copy(on, buffer, numbers);
  CHECK(numbers == std::vector<Number>{-50000, -50000, start});
}

/// Blocks count in their shared memory, then on the device.
template <class View, class Counts>
struct histogram {
  View values;
  Counts counts;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int* const own = block.template shared<int>();
    block.each_thread([&](int thread) {
      if (thread < 8) own[thread] = 0;
    });
    block.each_thread([&](int thread) {
      at::atomic<at::memory_scope::block>(own[values(block.index() * block.threads() + thread) % 8]).fetch_add(1);
    });
    block.each_thread_at_end([&](int thread) {
      if (thread < 8) at::atomic(counts(thread)).fetch_add(own[thread]);
    });
  }
};
template <class A>
void counts_in_blocks(at::queue<A>& on) {
  using namespace at::literals;
  at::buffer<int, A> values{on, verbs::counting(10 * 64)}, counts{on, at::extents{8}};
  at::fill(on, counts, 0);
  at::launch(on, at::grid<at::threads_per_block<64>, at::shared_memory_per_block<32_B>>{10},
             histogram{values.view(on), counts.view(on)});
  CHECK(verbs::on_host(on, counts) == std::vector<int>(8, 80));
}

template <class A>
void all() {
  at::queue<A> on;
  SECTION("int") { changes<int>(on); }
  SECTION("unsigned") { changes<unsigned>(on); }
  SECTION("long") { changes<long>(on); }
  SECTION("long long") { changes<long long>(on); }
  SECTION("unsigned long long") { changes<unsigned long long>(on); }
  SECTION("float") { changes<float>(on); }
  SECTION("double") { changes<double>(on); }
  SECTION("extremes") {
    finds_extremes<int>(on);
    finds_extremes<long long>(on);
    finds_extremes<float>(on);
    finds_extremes<double>(on);
  }
  SECTION("counts in blocks") { counts_in_blocks(on); }
}

}  // namespace atomics
