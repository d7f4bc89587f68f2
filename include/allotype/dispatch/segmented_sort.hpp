// SPDX-License-Identifier: BSL-1.0
/// \file
/// `segmented_sort` and `segmented_sort_by_key`: each of many ranges that follow one another is sorted for itself.
#pragma once

#include <type_traits>

#include <allotype/core/detail/header_is_read.hpp>
#include <allotype/dispatch/detail/wrong_arguments.hpp>
#include <allotype/dispatch/sort.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class... Arguments>
inline constexpr bool is_read<header_of_segmented_sort, Arguments...> = true;

}  // namespace detail

inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// Segment `s` begins at `begins[s]`; there is one beginning more than segments.
template <class Begin>
struct segments_of_line {
  Begin const* begins;
  long long count;
};

template <class Begin>
struct checked_begins {
  static constexpr bool whole = detail::index_type<Begin>;
  static_assert(whole, "a verb on segments: where segments begin are integers of 32 or 64 bits");
};

template <class A, class Begins, class Keys, class Order>
constexpr bool sorts_segments() {
  if constexpr (!are_lines<A, Begins const, Keys>) {
    return false;
  } else {
    return order_on<A, element_of_line<Keys, A>, Order>::value &&
           detail::index_type<std::remove_const_t<element_of_line<Begins const, A>>>;
  }
}
/// The error where it does not. Reports one mistake.
template <class A, class Begins, class Keys, class Order>
void report_segments() {
  if constexpr (!are_lines<A, Begins const, Keys>) {
    (void)sizeof(checked_lines<A, Begins const, Keys>);
  } else if constexpr (!order_on<A, element_of_line<Keys, A>, Order>::value) {
    (void)sizeof(checked_order<A, element_of_line<Keys, A>, Order>);
  } else {
    (void)sizeof(checked_begins<std::remove_const_t<element_of_line<Begins const, A>>>);
  }
}

}  // namespace mode_detail

/// Sorts the elements from `begins(s)` up to and without `begins(s + 1)`, for each `s`; those in front of the first
/// segment and behind the last one stay. Stable, in the orders of `sort`. `begins` and `elements` are buffers or views
/// of one dimension. On CUDA a segment is sorted by a block of threads, and on a CPU by one thread. Asynchronous if the
/// backend is. Complexity: n log n comparisons of a segment of n, n log² n of one that is longer than a block sorts at
/// once, and memory for as many elements again.
/// \pre begins(s) <= begins(s + 1), and there is an element for each index
/// \throws device_error if CUDA refuses the launch or the memory
template <class A, class Begins, class Elements, class Order = ascending>
void segmented_sort(queue<A>& on, Begins const& begins, Elements&& elements, Order const& before = {}) {
  using line = std::remove_reference_t<Elements>;
  if constexpr (!mode_detail::sorts_segments<A, Begins, line, Order>()) {
    mode_detail::report_segments<A, Begins, line, Order>();
  } else if constexpr (dispatchable<A>) {
    auto const from = mode_detail::line_of(on, begins, "segmented_sort");
    auto const keys = mode_detail::line_of(on, elements, "segmented_sort");
    if (from.count < 2) return;
    run_segmented_sort(mode_detail::backend_of<A>{}, on.state(),
                       mode_detail::segments_of_line{from.elements, from.count - 1}, keys.count, keys.elements,
                       static_cast<mode_detail::no_value*>(nullptr), before);
  }
}

/// The same, and moves each value with its key. Complexity: as `segmented_sort`, and memory for as many values again.
/// \throws size_error if there are not as many values as keys
template <class A, class Begins, class Keys, class Values, class Order = ascending>
void segmented_sort_by_key(queue<A>& on, Begins const& begins, Keys&& keys, Values&& values, Order const& before = {}) {
  using key_line = std::remove_reference_t<Keys>;
  using value_line = std::remove_reference_t<Values>;
  if constexpr (!mode_detail::are_lines<A, key_line, value_line>) {
    (void)sizeof(mode_detail::checked_lines<A, key_line, value_line>);
  } else if constexpr (!mode_detail::sorts_segments<A, Begins, key_line, Order>()) {
    mode_detail::report_segments<A, Begins, key_line, Order>();
  } else if constexpr (dispatchable<A>) {
    constexpr bool writable = !std::is_const_v<mode_detail::element_of_line<value_line, A>>;
    static_assert(writable, "segmented_sort_by_key: the values are const");
    if constexpr (writable) {
      auto const from = mode_detail::line_of(on, begins, "segmented_sort_by_key");
      auto const of_keys = mode_detail::line_of(on, keys, "segmented_sort_by_key");
      auto const of_values = mode_detail::line_of(on, values, "segmented_sort_by_key");
      if (of_keys.count != of_values.count) {
        detail::sizes_differ("segmented_sort_by_key", "the line of keys", of_keys.count, "that of values",
                             of_values.count);
      }
      mode_detail::check_apart(of_keys, of_values, "segmented_sort_by_key", "the keys", "the values");
      if (from.count < 2) return;
      run_segmented_sort(mode_detail::backend_of<A>{}, on.state(),
                         mode_detail::segments_of_line{from.elements, from.count - 1}, of_keys.count, of_keys.elements,
                         of_values.elements, before);
    }
  }
}

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<3, 4, Arguments...>
void segmented_sort(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<3, 4, Arguments...>;
  static_assert(in_order,
                "segmented_sort: the arguments are (queue, begins, elements, order); the order may be left out. The "
                "queue is a variable that is not const");
}

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<4, 5, Arguments...>
void segmented_sort_by_key(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<4, 5, Arguments...>;
  static_assert(in_order,
                "segmented_sort_by_key: the arguments are (queue, begins, keys, values, order); the order may be left "
                "out. The queue is a variable that is not const");
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
