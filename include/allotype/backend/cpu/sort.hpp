// SPDX-License-Identifier: BSL-1.0
/// \file
/// Sorting on the host processor: the standard library's `std::stable_sort`. With OpenMP each thread sorts its share, and
/// pairs of shares are merged in parallel, until one is left.
#pragma once

#include <algorithm>
#include <memory>
#include <new>
#include <type_traits>

#include <allotype/backend/cpu/for_each.hpp>
#include <allotype/dispatch/detail/sort_by_for_each.hpp>

namespace allotype {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

template <class T, class Before>
void sort_on_host(serial, T* elements, long long count, Before const& before) {
  std::stable_sort(elements, elements + count, before);
}

#ifdef _OPENMP

template <class T, class Before>
void sort_on_host(openmp, T* elements, long long count, Before const& before) {
  constexpr long long worth_a_thread = 1024;
  long long const most = count / worth_a_thread;
  int const shares = static_cast<int>(most < 1 ? 1 : most < omp_get_max_threads() ? most : omp_get_max_threads());
  auto const beginning = [&](int which) { return elements + (which < shares ? share(count, which, shares).begin : count); };
  first_exception failure;
#pragma omp parallel for schedule(static, 1) num_threads(shares)
  for (int which = 0; which < shares; ++which) {
    failure.guard([&] { std::stable_sort(beginning(which), beginning(which + 1), before); });
  }
  failure.rethrow();
  for (int step = 1; step < shares; step *= 2) {
    int const pairs = (shares - step + 2 * step - 1) / (2 * step);
#pragma omp parallel for schedule(static, 1) num_threads(pairs)
    for (int pair = 0; pair < pairs; ++pair) {
      int const first = 2 * step * pair;
      failure.guard([&] {
        std::inplace_merge(beginning(first), beginning(first + step), beginning(std::min(first + 2 * step, shares)), before);
      });
    }
    failure.rethrow();
  }
}

#endif

template <class Host, class Key, class Value, class Order>
void sort_by_host(Host host, long long count, Key* keys, Value* values, Order const& before) {
  if constexpr (std::is_same_v<Value, no_value>) {
    sort_on_host(host, keys, count, before);
  } else {
    struct entry {
      Key key;
      Value value;
    };
    std::allocator<entry> memory;
    auto const size = static_cast<std::size_t>(count);
    struct entries {
      std::allocator<entry>& memory;
      std::size_t size;
      entry* first = memory.allocate(size);
      ~entries() { memory.deallocate(first, size); }
    } const of{memory, size};
    for (std::size_t i = 0; i < size; ++i) ::new (static_cast<void*>(of.first + i)) entry{keys[i], values[i]};
    sort_on_host(host, of.first, count, [&](entry const& a, entry const& b) { return before(a.key, b.key); });
    for (std::size_t i = 0; i < size; ++i) keys[i] = of.first[i].key, values[i] = of.first[i].value;
  }
}

template <class Key, class Value, class Order>
void run_sort(serial, host_state&, long long count, Key* keys, Value* values, Order const& before) {
  sort_by_host(serial{}, count, keys, values, before);
}

#ifdef _OPENMP
template <class Key, class Value, class Order>
void run_sort(openmp, host_state&, long long count, Key* keys, Value* values, Order const& before) {
  sort_by_host(openmp{}, count, keys, values, before);
}
#endif

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype
