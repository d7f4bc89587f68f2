// SPDX-License-Identifier: BSL-1.0
/// \file
/// Sorting inside a block on the host processor: one thread sorts, with memory on its stack.
#pragma once

#include <allotype/backend/cpu/block_ranges.hpp>
#include <allotype/backend/cpu/sort.hpp>
#include <allotype/dispatch/block_sort.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// Room for elements that are not constructed.
template <class T, int Most>
struct room_on_stack {
  alignas(T) unsigned char bytes[sizeof(T) * Most];
  room_on_stack() {}  // NOLINT(modernize-use-equals-default): the bytes are not set
  T* first() { return reinterpret_cast<T*>(bytes); }
};

template <int Threads>
struct host_sort {
  static constexpr int size = Threads;
  template <int Most, class Key, class Value, class Order>
  ALLOTYPE_FN static void sort(int n, Key* keys, Value* values, Order const& before, detail::range_place at) {
#ifndef __CUDA_ARCH__
    host_ranges<false>::single([&] { sort_in_one_thread<Most>(n, keys, values, before); }, at);
#endif
  }

 private:
  template <int Most, class Key, class Value, class Order>
  static void sort_in_one_thread(int n, Key* keys, Value* values, Order const& before) {
    by_keys<Order> const in_order{before};
    if constexpr (std::is_same_v<Value, no_value>) {
      room_on_stack<Key, Most> spare;
      sort_alone(keys, spare.first(), n, in_order);
    } else {
      using entry = sorted_pair<Key, Value>;
      room_on_stack<entry, Most> together, spare;
      entry* const entries = together.first();
      for (int i = 0; i < n; ++i) ::new (static_cast<void*>(entries + i)) entry{keys[i], values[i]};
      sort_alone(entries, spare.first(), n, in_order);
      for (int i = 0; i < n; ++i) keys[i] = entries[i].key, values[i] = entries[i].value;
    }
  }
};

template <int Threads, bool Shared, bool StaticShared, class Arrays>
ALLOTYPE_FN host_sort<Threads> team_that_sorts(host_block<Threads, Shared, StaticShared, Arrays> const&) {
  return {};
}

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
