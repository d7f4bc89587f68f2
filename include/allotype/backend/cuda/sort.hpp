// SPDX-License-Identifier: BSL-1.0
/// \file
/// Sorting on a GPU, by CUB: its radix sort for numbers in ascending or descending order, else its merge sort.
#pragma once

#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>

#include <type_traits>

#include <allotype/backend/cuda/memory.hpp>
#include <allotype/dispatch/sort.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

template <std::size_t Size, bool Signed>
struct integer_of;
template <bool Signed>
struct integer_of<1, Signed> : std::conditional<Signed, signed char, unsigned char> {};
template <bool Signed>
struct integer_of<2, Signed> : std::conditional<Signed, short, unsigned short> {};
template <bool Signed>
struct integer_of<4, Signed> : std::conditional<Signed, int, unsigned> {};
template <bool Signed>
struct integer_of<8, Signed> : std::conditional<Signed, long long, unsigned long long> {};

/// What CUB sorts in place of `Key`: it knows neither characters of 16 and 32 bits nor enumerations.
template <class Key>
struct radix_key {
  using type = Key;
};
template <class Key>
  requires std::is_enum_v<Key>
struct radix_key<Key> : radix_key<std::underlying_type_t<Key>> {};
template <class Key>
  requires(std::is_integral_v<Key> && sizeof(Key) <= 8)
struct radix_key<Key> : integer_of<sizeof(Key), std::is_signed_v<Key>> {};

/// Calls one of CUB's functions twice, as it wants to be: for the size of its memory, and for the work. The queue's
/// memory begins with `more` bytes for other purposes.
template <class Call>
void call_cub(cuda_state& state, char const* name, std::size_t more, Call const& call) {
  std::size_t bytes = 0;
  state.check(call(static_cast<void*>(nullptr), bytes, static_cast<char*>(nullptr)), name);
  char* const memory = static_cast<char*>(state.scratch(more + bytes));
  state.check(call(static_cast<void*>(memory + more), bytes, memory), name);
}

constexpr std::size_t on_a_boundary(std::size_t bytes) { return (bytes + 255) / 256 * 256; }

}  // namespace mode_detail

template <class Key, class Value, class Order>
void run_sort(cuda_backend, cuda_state& state, long long count, Key* keys, Value* values, Order const& before) {
  using namespace mode_detail;
  constexpr bool by_key = !std::is_same_v<Value, no_value>;
  state.activate();
  if constexpr (sorts_by_radix<Key, Order>) {
    // CUB moves the elements between two places, and says which one has the result.
    auto const size = static_cast<std::size_t>(count);
    std::size_t const keys_bytes = on_a_boundary(size * sizeof(Key));
    std::size_t const values_bytes = by_key ? on_a_boundary(size * sizeof(Value)) : 0;
    constexpr int all_bits = sizeof(Key) * 8;
    using number = typename radix_key<Key>::type;
    void const *sorted_keys = nullptr, *sorted_values = nullptr;
    call_cub(
        state, "cub::DeviceRadixSort", keys_bytes + values_bytes, [&](void* scratch, std::size_t& bytes, char* more) {
          cub::DoubleBuffer<number> both(reinterpret_cast<number*>(keys), reinterpret_cast<number*>(more));
          cudaError_t code = cudaSuccess;
          constexpr bool ascends = std::is_same_v<Order, ascending>;
          if constexpr (by_key) {
            cub::DoubleBuffer<Value> both_values(values, reinterpret_cast<Value*>(more + keys_bytes));
            if constexpr (ascends) {
              code = cub::DeviceRadixSort::SortPairs(scratch, bytes, both, both_values, count, 0, all_bits,
                                                     state.stream());
            } else {
              code = cub::DeviceRadixSort::SortPairsDescending(scratch, bytes, both, both_values, count, 0, all_bits,
                                                               state.stream());
            }
            sorted_values = both_values.Current();
          } else if constexpr (ascends) {
            code = cub::DeviceRadixSort::SortKeys(scratch, bytes, both, count, 0, all_bits, state.stream());
          } else {
            code = cub::DeviceRadixSort::SortKeysDescending(scratch, bytes, both, count, 0, all_bits, state.stream());
          }
          sorted_keys = both.Current();
          return code;
        });
    if (sorted_keys != keys) {
      copy_bytes(cuda_backend{}, state, keys, sorted_keys, size * sizeof(Key), direction::on_device);
      if constexpr (by_key)
        copy_bytes(cuda_backend{}, state, values, sorted_values, size * sizeof(Value), direction::on_device);
    }
  } else {
    call_cub(state, "cub::DeviceMergeSort", 0, [&](void* scratch, std::size_t& bytes, char*) {
      if constexpr (by_key) {
        return cub::DeviceMergeSort::StableSortPairs(scratch, bytes, keys, values, count, before, state.stream());
      } else {
        return cub::DeviceMergeSort::StableSortKeys(scratch, bytes, keys, count, before, state.stream());
      }
    });
  }
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
