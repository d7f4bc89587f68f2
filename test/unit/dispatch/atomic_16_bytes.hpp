// SPDX-License-Identifier: BSL-1.0
// Atomic operations on 16 bytes on an accelerator, whichever.
#pragma once

#include <allotype/atomic_16_bytes.hpp>

#include "verbs.hpp"

namespace atomic_16_bytes {

namespace at = allotype;

struct alignas(16) sum_and_count {
  double sum;
  long long count;
  friend ALLOTYPE_FN bool operator==(sum_and_count const& a, sum_and_count const& b) {
    return a.sum == b.sum && a.count == b.count;
  }
};

/// Sums and counts together, so that no other thread sees one without the other.
template <class View>
struct count_and_sum {
  View totals;
  ALLOTYPE_FN void operator()(int i) const {
    count<at::memory_scope::device>(0, i);
    count<at::memory_scope::system>(1, i);
    count<at::memory_scope::block>(2 + i, i);  // of its own
    at::atomic(totals(1502)).store({static_cast<double>(i), i}, at::memory_order::release);
    // Each value but the last is taken out by who put in the next one.
    sum_and_count const taken = at::atomic(totals(1503)).exchange({1. * i, i}, at::memory_order::acquire_release);
    if (taken.count >= 0) at::atomic<at::memory_scope::system>(totals(1504 + taken.count)).exchange(taken);
  }
  template <at::memory_scope Scope>
  ALLOTYPE_FN void count(int which, int i) const {
    auto const total = at::atomic<Scope>(totals(which));
    sum_and_count now = total.load(at::memory_order::acquire);
    while (!total.compare_exchange(now, {now.sum + i, now.count + 1}, at::memory_order::acquire_release)) {
    }
  }
};

template <class A>
void sums(at::queue<A>& on) {
  int const count = 1500;
  std::vector<sum_and_count> totals(1504 + 1500, {0, 0});
  totals[1503] = {-1, -1};
  at::buffer<sum_and_count, A> buffer{on, totals};
  at::for_each(on, at::extents{count}, count_and_sum{buffer.view(on)});
  at::copy(on, buffer, totals);
  CHECK(totals[0] == sum_and_count{1499 * 750, count});
  CHECK(totals[1] == totals[0]);
  CHECK(totals[2 + 1499] == sum_and_count{1499, 1});
  CHECK(totals[1502].sum == static_cast<double>(totals[1502].count));
  long long sum = totals[1503].count;
  for (int i = 0; i < count; ++i) sum += totals[1504 + static_cast<std::size_t>(i)].count;
  CHECK(sum == 1499 * 750);  // none is lost, none twice
}

/// The upper half decides, too.
inline void on_the_host() {
  __extension__ typedef unsigned __int128 number;
  number const high = number{1} << 100;
  number value = high + 5, expected = 5;
  CHECK(!at::atomic(value).compare_exchange(expected, number{7}));
  CHECK((expected == high + 5 && value == high + 5));
  CHECK(at::atomic(value).compare_exchange(expected, number{7}));
  CHECK(value == 7);
  CHECK(at::atomic(value).load() == 7);
  sum_and_count pair{0.0, 1}, minus_zero{-0.0, 1};
  CHECK(!at::atomic(pair).compare_exchange(minus_zero, {1, 1}));  // bit for bit
}

}  // namespace atomic_16_bytes
