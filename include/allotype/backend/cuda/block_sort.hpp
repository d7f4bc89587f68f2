// SPDX-License-Identifier: BSL-1.0
/// \file
/// Sorting inside a block on a GPU, by CUB's merge sort of a block.
#pragma once

#include <cub/block/block_merge_sort.cuh>

#include <type_traits>

#include <allotype/backend/cuda/block_ranges.hpp>
#include <allotype/dispatch/block_sort.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

template <class Key, class Value, int Each, int... Sizes>
struct block_sort_of_cub;
template <class Key, class Value, int Each, int Columns>
struct block_sort_of_cub<Key, Value, Each, Columns> {
  using type = cub::BlockMergeSort<Key, Columns, Each, Value>;
};
template <class Key, class Value, int Each, int Rows, int Columns>
struct block_sort_of_cub<Key, Value, Each, Rows, Columns> {
  using type = cub::BlockMergeSort<Key, Columns, Each, Value, Rows>;
};
template <class Key, class Value, int Each, int Planes, int Rows, int Columns>
struct block_sort_of_cub<Key, Value, Each, Planes, Rows, Columns> {
  using type = cub::BlockMergeSort<Key, Columns, Each, Value, Rows, Planes>;
};

/// Each thread takes neighbours, as CUB wants them.
template <class Team, int... Sizes>
struct cuda_sort {
  static constexpr int size = Team::size;
  template <int Most, class Key, class Value, class Order>
  ALLOTYPE_FN static void sort([[maybe_unused]] int n, [[maybe_unused]] Key* keys, [[maybe_unused]] Value* values,
                               [[maybe_unused]] Order const& before, detail::range_place) {
#ifdef __CUDA_ARCH__
    constexpr bool by_key = !std::is_same_v<Value, no_value>;
    constexpr int each = (Most + Team::size - 1) / Team::size;
    using value = std::conditional_t<by_key, Value, cub::NullType>;
    using of_cub = typename block_sort_of_cub<Key, value, each, Sizes...>::type;
    __shared__ typename of_cub::TempStorage memory;
    int const first = Team::rank() * each;
    Key own[each];
    value own_values[each];
#  pragma unroll
    for (int i = 0; i < each; ++i) {
      if (first + i >= n) break;
      own[i] = keys[first + i];
      if constexpr (by_key) own_values[i] = values[first + i];
    }
    // What a thread lacks, CUB fills up with the last of its own; a thread without any takes no part.
    of_cub(memory).Sort(own, own_values, before, n, own[0]);
#  pragma unroll
    for (int i = 0; i < each; ++i) {
      if (first + i >= n) break;
      keys[first + i] = own[i];
      if constexpr (by_key) values[first + i] = own_values[i];
    }
    __syncthreads();
#endif
  }
};

}  // namespace mode_detail

template <int Threads, unsigned long long StaticBytes, int Cluster, bool Shared, class Arrays>
ALLOTYPE_FN mode_detail::cuda_sort<mode_detail::threads_of_the_block<Threads>, Threads> team_that_sorts(
    cuda_block<Threads, StaticBytes, Cluster, Shared, Arrays> const&) {
  return {};
}
template <int Threads, unsigned long long StaticBytes, int Cluster, bool Shared, class Arrays, int First, int... Sizes>
ALLOTYPE_FN mode_detail::cuda_sort<mode_detail::threads_of_the_block<Threads, First, Sizes...>, First, Sizes...>
team_that_sorts(cuda_block<Threads, StaticBytes, Cluster, Shared, Arrays, First, Sizes...> const&) {
  return {};
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
