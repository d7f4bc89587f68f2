// SPDX-License-Identifier: BSL-1.0
/// \file
/// `sort` for backends that have none of their own: `run_for_each` and memory are enough. Runs of 1, 2, 4, … elements
/// are merged in pairs; each element looks for its place in the other run.
#pragma once

#include <utility>

#include <allotype/dispatch/backend.hpp>
#include <allotype/dispatch/detail/extended_lambda.hpp>
#include <allotype/dispatch/detail/reduce_by_for_each.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// What `sort` moves along with its keys: nothing.
struct no_value {};

template <class Key, class Value, class Order>
struct merge_runs {
  Key const* keys;
  Value const* values;
  Key* to_keys;
  Value* to_values;
  long long count, run;
  Order before;

#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  ALLOTYPE_FN void operator()(long long i) const {
    long long const pair = i / (2 * run) * (2 * run), middle = pair + run < count ? pair + run : count;
    long long const end = middle + run < count ? middle + run : count;
    bool const in_first = i < middle;
    Key const key = keys[i];
    // The number of elements of the other run that come before this one: of equal ones those of the first run do.
    long long low = in_first ? middle : pair, high = in_first ? end : middle;
    long long const start = low;
    while (low < high) {
      long long const half = low + (high - low) / 2;
      bool const earlier = in_first ? before(keys[half], key) : !before(key, keys[half]);
      if (earlier) {
        low = half + 1;
      } else {
        high = half;
      }
    }
    long long const place = pair + (i - (in_first ? pair : middle)) + (low - start);
    to_keys[place] = key;
    if constexpr (!std::is_same_v<Value, no_value>) to_values[place] = values[i];
  }
};

/// n threads, log2(n) times, with a search in log2(n) steps each; memory for a second copy.
template <class Backend, class State, class Key, class Value, class Order>
void sort_by_for_each(State& state, long long count, Key* keys, Value* values, Order const& before) {
  constexpr bool by_key = !std::is_same_v<Value, no_value>;
  std::size_t const size = static_cast<std::size_t>(count);
  lent_elements<Backend, Key> const more_keys(state, count);
  lent_elements<Backend, Value> const more_values(state, by_key ? count : 0);
  Key *from = keys, *to = more_keys.first();
  Value *from_values = values, *to_values = more_values.first();
  for (long long run = 1; run < count; run *= 2) {
    run_for_each(Backend{}, state, extents<1, long long>{count},
                 merge_runs<Key, Value, Order>{from, from_values, to, to_values, count, run, before});
    std::swap(from, to);
    std::swap(from_values, to_values);
  }
  if (from != keys) {
    copy_bytes(Backend{}, state, keys, from, size * sizeof(Key), direction::on_device);
    if constexpr (by_key) copy_bytes(Backend{}, state, values, from_values, size * sizeof(Value), direction::on_device);
  }
  wait_for(Backend{}, state);  // before the memory is given back
}

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
