// SPDX-License-Identifier: BSL-1.0
/// \file
/// `sort<Most>(block, n, keys)` and `sort_by_key<Most>(block, n, keys, values)`: the threads of a block sort elements
/// together. Stable, in the orders of `sort`.
#pragma once

#include <type_traits>

#include <allotype/dispatch/detail/block_range_checks.hpp>
#include <allotype/dispatch/launch.hpp>
#include <allotype/dispatch/sort.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// The elements of a pointer, an array, or a view whose elements are neighbours.
template <class Elements>
  requires(
      requires(Elements& of) { of.data(); } || requires(Elements& of) { &of[0]; })
ALLOTYPE_FN auto* first_element(Elements& of) {
  if constexpr (requires { of.data(); }) {
    return of.data();
  } else {
    return &of[0];
  }
}
template <class Elements>
concept neighbours_in_memory =
    requires(Elements& of) { first_element(of); } &&
    (!requires { typename Elements::layout_type; } || std::is_same_v<typename Elements::layout_type, row_major> ||
     std::is_same_v<typename Elements::layout_type, column_major>);
template <class Elements>
using element_among =
    std::remove_pointer_t<decltype(first_element(std::declval<std::remove_reference_t<Elements>&>()))>;

/// Of the block's threads, 0 where it is none that sorts.
template <class Block>
constexpr int threads_that_sort() {
  if constexpr (requires(Block const& block) { team_that_sorts(block); }) {
    return decltype(team_that_sorts(std::declval<Block const&>()))::size;
  } else {
    return 0;
  }
}

/// Whether the block `Block` sorts at most `Most` elements so.
template <int Most, class Block, class Keys, class Values, class Order>
struct block_sort_question {
  static constexpr int threads = threads_that_sort<Block>();
  static constexpr bool has_block = threads > 0;
  static constexpr bool halves = (threads & (threads - 1)) == 0;
  static constexpr bool some = Most > 0;
  static constexpr bool in_memory = neighbours_in_memory<Keys> && neighbours_in_memory<Values>;
  static constexpr bool judge(bool of_memory) {
    if constexpr (in_memory && some && has_block) {
      using key = element_among<Keys>;
      using value = element_among<Values>;
      constexpr unsigned long long largest = sizeof(key) > sizeof(value) ? sizeof(key) : sizeof(value);
      if (of_memory) {
        return largest * (detail::rounded_to(Most, threads) + 1) <= shared_memory_without_opting_in.count;
      }
      return !std::is_const_v<key> && !std::is_const_v<value> &&
             std::is_invocable_r_v<bool, Order const&, key const&, key const&>;
    } else {
      return true;  // another reason is reported
    }
  }
  static constexpr bool fits = judge(true), orders = judge(false);
  static constexpr bool value = has_block && halves && some && in_memory && fits && orders;
  struct report {
    static_assert(has_block,
                  "sort<Most>(block, n, keys): the first argument is the block that launch passes to its kernel, of a "
                  "constant number of threads: threads_per_block<N> without at_most");
    static_assert(halves,
                  "sort<Most>(block, n, keys): the threads of the block are a power of two, such as 128 or 256");
    static_assert(some || !has_block, "sort<Most>(block, n, keys): Most is the largest n, a constant above 0");
    static_assert(in_memory || !some || !has_block,
                  "sort<Most>(block, n, keys): keys and values are pointers, arrays, or views of one dimension whose "
                  "elements are neighbours in memory");
    static_assert(fits,
                  "sort<Most>(block, n, keys): the block keeps Most keys or values in static shared memory of 48 KiB "
                  "at most: give a smaller Most");
    static_assert(orders || !fits,
                  "sort<Most>(block, n, keys): the keys or values are const, or the order does not take two keys and "
                  "return whether the first one comes before the second");
  };
};

#ifdef ALLOTYPE_CHECKED
[[noreturn, gnu::cold]] inline void wrong_count_to_sort(int n, int most) {
  throw block_error(message<2000>{} << "sort<" << most << ">(block, n, keys): n is " << n << "; it is 0 to " << most);
}
template <class Elements>
ALLOTYPE_FN void check_elements_to_sort([[maybe_unused]] int n, [[maybe_unused]] int most,
                                        [[maybe_unused]] Elements& of) {
#  ifdef __CUDA_ARCH__
  detail::check_index(extents<1, long long>{most + 1LL}, static_cast<long long>(n));
#  else
  if (n < 0 || n > most) wrong_count_to_sort(n, most);
#  endif
  if constexpr (requires { of.extents; }) {
    if (n > 0) (void)of(n - 1);
  }
}
#endif

}  // namespace mode_detail

/// Sorts the first `n` keys, at most `Most`, as `sort` does; all threads of the block call it. `keys` is a pointer, an
/// array or a view of one dimension, in shared memory or in that of a buffer. Ends with a barrier. The block has a
/// constant number of threads, a power of two, of one or more dimensions. More than `Most` keys are undefined. On CUDA
/// it is CUB's merge sort of a block, which keeps `Most` keys or values, up to 48 KiB, in static shared memory besides
/// what the grid states. On a CPU one thread sorts. Complexity: n log² n comparisons of a block on CUDA, n log n of a
/// CPU.
/// \throws in checked builds, on the CPU: block_error if there are more keys than `Most`, index_error if the view has
/// fewer than `n`; on a GPU index_error for both
template <int Most, class Block, class Keys, class Order = ascending, class Place = detail::range_place>
ALLOTYPE_FN void sort(Block const& block, int n, Keys&& keys, Order const& before = {}, Place at = {}) {
  using question = mode_detail::block_sort_question<Most, Block, std::remove_reference_t<Keys>,
                                                    std::remove_reference_t<Keys>, Order>;
  detail::report_no<question>();
  if constexpr (question::value) {
#ifdef ALLOTYPE_CHECKED
    mode_detail::check_elements_to_sort(n, Most, keys);
#endif
    team_that_sorts(block).template sort<Most>(n, mode_detail::first_element(keys),
                                               static_cast<mode_detail::no_value*>(nullptr), before, at);
  }
}

/// The same, and moves each value with its key.
template <int Most, class Block, class Keys, class Values, class Order = ascending, class Place = detail::range_place>
ALLOTYPE_FN void sort_by_key(Block const& block, int n, Keys&& keys, Values&& values, Order const& before = {},
                             Place at = {}) {
  using question = mode_detail::block_sort_question<Most, Block, std::remove_reference_t<Keys>,
                                                    std::remove_reference_t<Values>, Order>;
  detail::report_no<question>();
  if constexpr (question::value) {
#ifdef ALLOTYPE_CHECKED
    mode_detail::check_elements_to_sort(n, Most, keys);
    mode_detail::check_elements_to_sort(n, Most, values);
#endif
    team_that_sorts(block).template sort<Most>(n, mode_detail::first_element(keys), mode_detail::first_element(values),
                                               before, at);
  }
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
