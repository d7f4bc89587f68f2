// SPDX-License-Identifier: BSL-1.0
/// \file
/// Sorting of segments on a GPU: a block sorts a segment, in pieces where it is longer than a block sorts at once, and
/// merges those.
#pragma once

#include <allotype/backend/cuda/block_sort.hpp>
#include <allotype/backend/cuda/sort.hpp>
#include <allotype/dispatch/segmented_sort.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

template <class Begin, class Key, class Value, class Order>
struct sort_segments_by_blocks {
  static constexpr bool by_key = !std::is_same_v<Value, no_value>;
  static constexpr int threads = 128, largest = sizeof(Key) > sizeof(Value) ? sizeof(Key) : sizeof(Value);
  static constexpr int piece = threads * (largest > 16 ? 1 : largest > 8 ? 4 : 8);

  Begin const* begins;
  Key* keys;
  Value* values;
  Key* spare_keys;
  Value* spare_values;
  Order before;

#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    long long const begin = begins[block.index()], count = begins[block.index() + 1] - begin;
    Key *from = keys + begin, *to = spare_keys + begin;
    Value *from_values = values, *to_values = spare_values;
    if constexpr (by_key) from_values += begin, to_values += begin;
    for (long long first = 0; first < count; first += piece) {
      int const n = count - first < piece ? static_cast<int>(count - first) : piece;
      if constexpr (by_key) {
        allotype::sort_by_key<piece>(block, n, from + first, from_values + first, before);
      } else {
        allotype::sort<piece>(block, n, from + first, before);
      }
    }
    for (long long run = piece; run < count; run *= 2) {
      block.for_each(count, merge_runs<Key, Value, Order>{from, from_values, to, to_values, count, run, before});
      Key* const merged = to;
      Value* const merged_values = to_values;
      to = from, to_values = from_values, from = merged, from_values = merged_values;
    }
    if (from == keys + begin) return;
    block.for_each_nowait(count, [&](long long i) {
      to[i] = from[i];
      if constexpr (by_key) to_values[i] = from_values[i];
    });
  }
};

}  // namespace mode_detail

template <class Begin, class Key, class Value, class Order>
void run_segmented_sort(cuda_backend tag, cuda_state& state, mode_detail::segments_of_line<Begin> const& of,
                        long long count, Key* keys, Value* values, Order const& before) {
  using namespace mode_detail;
  using kernel = sort_segments_by_blocks<Begin, Key, Value, Order>;
  auto const size = static_cast<std::size_t>(count);
  std::size_t const keys_bytes = on_a_boundary(size * sizeof(Key));
  state.activate();
  char* const memory = static_cast<char*>(state.scratch(keys_bytes + (kernel::by_key ? size * sizeof(Value) : 0)));
  run_launch(tag, state, grid<allotype::threads_per_block<kernel::threads>>{of.count},
             kernel{of.begins, keys, values, reinterpret_cast<Key*>(memory),
                    kernel::by_key ? reinterpret_cast<Value*>(memory + keys_bytes) : nullptr, before});
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
