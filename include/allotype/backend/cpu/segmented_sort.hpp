// SPDX-License-Identifier: BSL-1.0
/// \file
/// Sorting of segments on the host processor: a thread sorts a segment as `sort` does on one thread.
#pragma once

#include <allotype/backend/cpu/sort.hpp>
#include <allotype/dispatch/segmented_sort.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {
namespace mode_detail {

template <class Begin, class T, class Order>
struct sort_segment {
  Begin const* begins;
  T* elements;
  T* spare;
  Order before;
  void operator()(long long segment) const {
    long long const begin = begins[segment], end = begins[segment + 1];
    sort_alone(elements + begin, spare + begin, end - begin, by_keys<Order>{before});
  }
};
/// Keys and values are together while they are sorted.
template <class Begin, class Key, class Value, class Order>
struct sort_pairs_of_segment {
  using entry = sorted_pair<Key, Value>;
  Begin const* begins;
  Key* keys;
  Value* values;
  entry* entries;
  entry* spare;
  Order before;
  void operator()(long long segment) const {
    long long const begin = begins[segment], end = begins[segment + 1];
    for (long long i = begin; i < end; ++i) ::new (static_cast<void*>(entries + i)) entry{keys[i], values[i]};
    sort_alone(entries + begin, spare + begin, end - begin, by_keys<Order>{before});
    for (long long i = begin; i < end; ++i) keys[i] = entries[i].key, values[i] = entries[i].value;
  }
};

template <class Tag, class Begin, class Key, class Value, class Order>
  requires std::is_base_of_v<serial, Tag>
void run_segmented_sort(Tag tag, host_state& state, segments_of_line<Begin> const& of, long long count, Key* keys,
                        Value* values, Order const& before) {
  extents<1, long long> const segments{of.count};
  if constexpr (std::is_same_v<Value, no_value>) {
    lent_elements<serial, Key> const spare(state, count);
    run_for_each(tag, state, segments, sort_segment<Begin, Key, Order>{of.begins, keys, spare.first(), before});
  } else {
    using kernel = sort_pairs_of_segment<Begin, Key, Value, Order>;
    lent_elements<serial, typename kernel::entry> const entries(state, count), spare(state, count);
    run_for_each(tag, state, segments, kernel{of.begins, keys, values, entries.first(), spare.first(), before});
  }
}

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
