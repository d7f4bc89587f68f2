// SPDX-License-Identifier: BSL-1.0
// Atomic operations on an accelerator, whichever.
#pragma once

#include <allotype/block_ranges.hpp>

#include "verbs.hpp"

namespace atomics {

namespace at = allotype;

/// The ways to take an element.
struct of_all_threads {
  template <class T>
  ALLOTYPE_FN static auto take(T& element) {
    return at::atomic(element);
  }
};
template <class A>
struct of_one_queue {
  template <class T>
  ALLOTYPE_FN static auto take(T& element) {
    return at::atomic_in_queue<A>(element);
  }
};

struct of_one_block {
  template <class T>
  ALLOTYPE_FN static auto take(T& element) {
    return at::atomic<at::memory_scope::block>(element);
  }
};

template <class Kernel>
struct by_a_block {
  Kernel kernel;
  int count;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    block.for_each(count, [&](int i) { kernel(i); });
  }
};
/// The kernel for each index: of all blocks, or of one.
template <class Way, class A, class Kernel>
void run(at::queue<A>& on, int count, Kernel const& kernel) {
  if constexpr (std::is_same_v<Way, of_one_block>) {
    at::launch(on, at::grid<at::threads_per_block<128>>{1}, by_a_block<Kernel>{kernel, count});
  } else {
    at::for_each(on, at::extents{count}, kernel);
  }
}

/// Every index changes the same few elements in all ways.
template <class Way, class View>
struct change {
  using number = typename View::element_type;
  View values;
  ALLOTYPE_FN void operator()(int i) const {
    auto const n = static_cast<number>(i);
    Way::take(values(0)).fetch_add(static_cast<number>(i % 3));
    Way::take(values(1)).fetch_sub(static_cast<number>(i % 3));
    Way::take(values(2)).fetch_min(n);
    Way::take(values(3)).fetch_max(n);
    // Each value but the last is taken out by who put in the next one.
    number const taken = Way::take(values(4)).exchange(n, at::memory_order::acquire_release);
    at::atomic<at::memory_scope::system>(values(5)).fetch_add(taken, at::memory_order::release);
    // An operation of one's own.
    auto const own = Way::take(values(6));
    number now = own.load(at::memory_order::acquire);
    while (!own.compare_exchange(now, static_cast<number>(now + 2), at::memory_order::acquire_release)) {
    }
    Way::take(values(8 + i % 4)).store(7, at::memory_order::release);
    if constexpr (std::is_integral_v<number>) {
      Way::take(values(7)).fetch_or(number{1} << (i % 16));
      Way::take(values(12)).fetch_and(static_cast<number>(~(number{1} << (i % 16))), at::memory_order::acquire);
      Way::take(values(13)).fetch_xor(number{1} << (i % 16), at::memory_order::acquire_release);
    }
  }
};

template <class Number, class Way, class A>
void changes(at::queue<A>& on) {
  // Sums stay small enough for a float to be exact.
  int const count = 4000;
  std::vector<Number> numbers{1, 20000, 100, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff0000};
  if constexpr (std::is_integral_v<Number>) numbers[12] = 0xfffff;
  at::buffer<Number, A> buffer{on, numbers};
  run<Way>(on, count, change<Way, at::view<Number, 1, A>>{buffer.view(on)});
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
    CHECK(numbers[13] == 0xff0000);  // each bit is turned 250 times
  }
}

/// Elements side by side in one word: each index changes its own, and all together.
template <class Way, class View>
struct change_narrow {
  using number = typename View::element_type;
  View values;
  ALLOTYPE_FN void operator()(int i) const {
    Way::take(values(i % 5)).fetch_add(1);
    Way::take(values(5)).fetch_sub(3);
    Way::take(values(6)).fetch_min(i % 100);
    Way::take(values(7)).fetch_max(i % 100);
    Way::take(values(8)).fetch_or(1 << (i % 7));
    Way::take(values(9)).fetch_and(~(1 << (i % 7)));
    Way::take(values(10)).fetch_xor(i % 8);
    auto const own = Way::take(values(11));
    for (number now = own.load(); !own.compare_exchange(now, static_cast<number>(now + 1));) {
    }
    number const taken = Way::take(values(12)).exchange(i % 3);
    Way::take(values(13)).fetch_add(taken);
    Way::take(values(14)).store(9, at::memory_order::release);
  }
};
template <class Number, class Way, class A>
void narrow_changes(at::queue<A>& on) {
  int const count = 500;
  std::vector<Number> numbers{0, 0, 0, 0, 0, 0, 101, 1, 0, 127, 0, 0, 0, 0, 0};
  at::buffer<Number, A> buffer{on, numbers};
  run<Way>(on, count, change_narrow<Way, at::view<Number, 1, A>>{buffer.view(on)});
  at::copy(on, buffer, numbers);
  for (int i = 0; i < 5; ++i) CHECK(numbers[static_cast<std::size_t>(i)] == Number(100));
  CHECK(numbers[5] == static_cast<Number>(-3 * count));  // it wraps around
  CHECK(numbers[6] == 0);
  CHECK(numbers[7] == 99);
  CHECK(numbers[8] == 127);
  CHECK(numbers[9] == 0);
  CHECK(numbers[10] == (0 ^ 1 ^ 2 ^ 3));  // 500 is 62 times 8, and 4
  CHECK(numbers[11] == static_cast<Number>(count));
  CHECK(static_cast<Number>(numbers[12] + numbers[13]) == static_cast<Number>(499));  // 0 + 1 + 2 + ...
  CHECK(numbers[14] == 9);
}

/// The nearest of all, found by exchanging a pair as a whole.
struct alignas(8) nearest {
  float distance;
  int index;
};
template <class Way, class View>
struct find_nearest {
  View best;
  ALLOTYPE_FN void operator()(int i) const {
    nearest const mine{i < 700 ? static_cast<float>(1000 - i) : static_cast<float>(i - 399), i};
    auto const shared = Way::take(best(0));
    nearest now = shared.load(at::memory_order::acquire);
    while (mine.distance < now.distance && !shared.compare_exchange(now, mine)) {
    }
  }
};
template <class Way, class A>
void pairs(at::queue<A>& on) {
  std::vector<nearest> best{{1e9f, -1}};
  at::buffer<nearest, A> buffer{on, best};
  run<Way>(on, 1500, find_nearest<Way, at::view<nearest, 1, A>>{buffer.view(on)});
  at::copy(on, buffer, best);
  CHECK(best[0].distance == 301.f);
  CHECK((best[0].index == 699 || best[0].index == 700));
  CHECK(Way::take(best[0]).exchange(nearest{2.f, 5}).distance == 301.f);
  Way::take(best[0]).store({3.f, 6});
  CHECK(best[0].index == 6);
}

/// Below zero and beyond 32 bits.
template <class Way, class View>
struct extremes {
  View values;
  ALLOTYPE_FN void operator()(int i) const {
    auto const n = static_cast<typename View::element_type>(i - 50) * 1000;
    Way::take(values(0)).fetch_min(n);
    Way::take(values(1)).fetch_max(n - 100000);
    Way::take(values(2)).fetch_add(n);
  }
};
template <class Number, class Way, class A>
void finds_extremes(at::queue<A>& on) {
  std::vector<Number> numbers{0, -200000, 0};
  if constexpr (sizeof(Number) == 8) numbers[2] = Number(1LL << 40);
  Number const start = numbers[2];
  at::buffer<Number, A> buffer{on, numbers};
  run<Way>(on, 101, extremes<Way, at::view<Number, 1, A>>{buffer.view(on)});
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

template <class Way, class A>
void operations(at::queue<A>& on) {
  changes<int, Way>(on);
  changes<unsigned, Way>(on);
  changes<long, Way>(on);
  changes<long long, Way>(on);
  changes<unsigned long long, Way>(on);
  changes<float, Way>(on);
  changes<double, Way>(on);
  finds_extremes<int, Way>(on);
  finds_extremes<long long, Way>(on);
  finds_extremes<float, Way>(on);
  finds_extremes<double, Way>(on);
  narrow_changes<signed char, Way>(on);
  narrow_changes<unsigned char, Way>(on);
  narrow_changes<short, Way>(on);
  narrow_changes<unsigned short, Way>(on);
  pairs<Way>(on);
}

/// Only the backend `serial` itself surely has one thread.
template <class A>
constexpr bool is_plain_in_a_queue =
    !std::is_same_v<decltype(of_one_queue<A>::take(std::declval<int&>())), decltype(at::atomic(std::declval<int&>()))>;

template <class A>
void all() {
  at::queue<A> on;
  static_assert(is_plain_in_a_queue<A> == std::is_same_v<at::mode_detail::backend_of<A>, at::serial>);
  SECTION("for all threads") { operations<of_all_threads>(on); }
  SECTION("in a queue") { operations<of_one_queue<A>>(on); }
  SECTION("in a block") { operations<of_one_block>(on); }
  SECTION("counts in blocks") { counts_in_blocks(on); }
}

}  // namespace atomics
