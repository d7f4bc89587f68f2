// SPDX-License-Identifier: BSL-1.0
/// \file
/// Sorting on the host processor: a merge sort that keeps equal elements in order. Where OpenMP's threads are worth it,
/// each sorts its share, and pairs of shares are merged in parallel, until one is left. It needs room for as many
/// elements again.
///
/// `std::stable_sort` and `std::inplace_merge` would do the same, but clang warns inside libstdc++ 12's.
#pragma once

#include <algorithm>
#include <new>
#include <type_traits>
#include <utility>

#include <allotype/backend/cpu/for_each.hpp>
#include <allotype/backend/cpu/memory.hpp>
#include <allotype/dispatch/detail/sort_by_for_each.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

template <class T, class Before>
void insertion_sort(T* first, T* last, Before const& before) {
  for (T* next = first; next < last; ++next) {
    T const moved = *next;
    T* place = next;
    for (; place > first && before(moved, place[-1]); --place) *place = place[-1];
    *place = moved;
  }
}

/// Sorts `elements`; `spare` has as much room.
template <class T, class Before>
void merge_sort(T* elements, T* spare, long long count, Before const& before) {
  constexpr long long run = 16;
  for (long long i = 0; i < count; i += run) insertion_sort(elements + i, elements + std::min(i + run, count), before);
  T* from = elements;
  T* to = spare;
  for (long long width = run; width < count; width *= 2) {
    for (long long i = 0; i < count; i += 2 * width) {
      T* const middle = from + std::min(i + width, count);
      std::merge(from + i, middle, middle, from + std::min(i + 2 * width, count), to + i, before);
    }
    std::swap(from, to);
  }
  if (from != elements) std::copy(from, from + count, elements);
}

template <class T, class Before>
void sort_on_host(serial, host_state& state, T* elements, long long count, Before const& before) {
  lent_elements<serial, T> const spare(state, count);
  merge_sort(elements, spare.first(), count, before);
}

#ifdef _OPENMP

template <class T, class Before>
void merge_sort_shared(loop_cost& cost, bool measured, T* elements, T* spare, long long count, Before const& before) {
  int const shares = max_threads();
  auto const beginning = [&](int which) { return which < shares ? share(count, which, shares).begin : count; };
  regions_of_loop regions(cost, measured, count);
  regions.run(shares, [&](int thread, int threads) {
    for (int which = thread; which < shares; which += threads) {
      long long const first = beginning(which);
      merge_sort(elements + first, spare + first, beginning(which + 1) - first, before);
    }
  });
  T* from = elements;
  T* to = spare;
  for (int step = 1; step < shares; step *= 2) {
    int const pairs = (shares + 2 * step - 1) / (2 * step);
    regions.run(pairs, [&](int thread, int threads) {
      for (int pair = thread; pair < pairs; pair += threads) {
        long long const first = beginning(2 * step * pair);
        T* const middle = from + beginning(std::min(2 * step * pair + step, shares));
        T* const last = from + beginning(std::min(2 * step * (pair + 1), shares));
        std::merge(from + first, middle, middle, last, to + first, before);
      }
    });
    std::swap(from, to);
  }
  if (from != elements) {
    regions.run(shares, [&](int thread, int threads) {
      share const mine(count, thread, threads);
      std::copy(from + mine.begin, from + mine.end, elements + mine.begin);
    });
  }
  regions.done();
}

template <class T, class Before>
void merge_sort_as(loop_way way, loop_cost& cost, T* elements, T* spare, long long count, Before const& before) {
  if (way.threads) return merge_sort_shared(cost, way.measured, elements, spare, count, before);
  loop_alone(cost, way.measured, count, [&] { merge_sort(elements, spare, count, before); });
}
template <class T, class Before>
void sort_on_host(openmp, host_state& state, T* elements, long long count, Before const& before) {
  static constinit thread_local loop_cost cost;
  lent_elements<serial, T> const spare(state, count);
  if (cost.below_threshold(count)) return merge_sort(elements, spare.first(), count, before);
  merge_sort_as(next_way(cost, count, max_threads()), cost, elements, spare.first(), count, before);
}

#endif

template <class Host, class Key, class Value, class Order>
void sort_by_host(Host host, host_state& state, long long count, Key* keys, Value* values, Order const& before) {
  if constexpr (std::is_same_v<Value, no_value>) {
    sort_on_host(host, state, keys, count, before);
  } else {
    struct entry {
      Key key;
      Value value;
    };
    lent_elements<serial, entry> const together(state, count);
    entry* const entries = together.first();
    for (long long i = 0; i < count; ++i) ::new (static_cast<void*>(entries + i)) entry{keys[i], values[i]};
    sort_on_host(host, state, entries, count, [&](entry const& a, entry const& b) { return before(a.key, b.key); });
    for (long long i = 0; i < count; ++i) keys[i] = entries[i].key, values[i] = entries[i].value;
  }
}

template <class Key, class Value, class Order>
void run_sort(serial, host_state& state, long long count, Key* keys, Value* values, Order const& before) {
  sort_by_host(serial{}, state, count, keys, values, before);
}

#ifdef _OPENMP
template <class Key, class Value, class Order>
void run_sort(openmp, host_state& state, long long count, Key* keys, Value* values, Order const& before) {
  sort_by_host(openmp{}, state, count, keys, values, before);
}
#endif

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
