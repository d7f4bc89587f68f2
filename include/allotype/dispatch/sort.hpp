// SPDX-License-Identifier: BSL-1.0
/// \file
/// `sort` and `sort_by_key`, stable: of equal elements the one that was first stays first.
#pragma once

#include <type_traits>

#include <allotype/core/detail/header_is_read.hpp>
#include <allotype/dispatch/detail/line.hpp>
#include <allotype/dispatch/detail/narrowing.hpp>
#include <allotype/dispatch/detail/number_order.hpp>
#include <allotype/dispatch/detail/sort_by_for_each.hpp>
#include <allotype/dispatch/detail/wrong_arguments.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class... Arguments>
inline constexpr bool is_read<header_of_sort, Arguments...> = true;

}  // namespace detail

/// The smaller element first: the order of `sort` where none is given. Of floating-point numbers a NaN with a sign is
/// before all numbers, and a NaN without one behind them, several by their bits; the two zeros are equal. Enumerations
/// are in the order of their integers, or of their `operator<` where they have one.
struct ascending {
  template <class T>
  ALLOTYPE_FN constexpr bool operator()(T const& a, T const& b) const {
    return detail::is_sorted_before(a, b);
  }
};
/// The larger element first: the opposite of `ascending`.
struct descending {
  template <class T>
  ALLOTYPE_FN constexpr bool operator()(T const& a, T const& b) const {
    return detail::is_sorted_before(b, a);
  }
};

inline namespace ALLOTYPE_MODE {

namespace mode_detail {

template <class A, class Key, class Order>
struct order_on {
  static constexpr bool writable = !std::is_const_v<Key>;
  static constexpr bool orders =
      detail::is_device_lambda<Order> || std::is_invocable_r_v<bool, detail::as_called<Order>, Key const&, Key const&>;
  /// A difference tells that two elements differ, and not which one comes first.
  static constexpr bool tells_truth() {
    if constexpr (detail::is_device_lambda<Order> || !orders) {
      return true;
    } else {
      return !detail::narrows<std::invoke_result_t<detail::as_called<Order>, Key const&, Key const&>, bool>;
    }
  }
  static constexpr bool keeps_keys = detail::keeps_arguments<Order, std::remove_const_t<Key>>;
  static constexpr bool copyable = detail::is_copied_as_bytes<Order>;
  static constexpr bool callable_here = runs_where_called<Order, A>;
  static constexpr bool marked = is_marked_for<Order, A>;
  static constexpr bool value =
      writable && orders && tells_truth() && keeps_keys && copyable && callable_here && marked;
};
template <class A, class Key, class Order>
struct checked_order {
  using is = order_on<A, Key, Order>;
  static_assert(is::writable, "sort: the elements to sort are const");
  static_assert(
      is::orders,
      "sort: the order cannot be called with two elements: it needs a const operator() that takes two and tells "
      "whether the first one comes before the second");
  static_assert(is::tells_truth(),
                "sort: the order returns a number, such as a difference: let it return bool, whether the first element "
                "comes before "
                "the second");
  static_assert(is::keeps_keys,
                "sort: the order takes integers and the elements are floating-point numbers, whose fractions it would "
                "not see: give its operator() parameters of the elements' type");
  static_assert(is::copyable || !is::orders, "sort: the order is not trivially copyable; hold views and numbers");
  static_assert(
      is::callable_here,
      "sort: the order is a lambda marked __device__, which only a CUDA GPU can call, and the queue is another "
      "accelerator's: mark it ALLOTYPE_FN, for both");
  static_assert(is::marked,
                "sort: the order is a lambda that is not marked for GPUs: mark it, [=] ALLOTYPE_FN(float a, float b) { "
                "... }, or name at::descending{}");
};

template <class Key>
concept has_order_of_its_own = requires(Key const& key) { operator<(key, key); };
/// Enumerations are in the order of their integers, unless they have an `operator<`.
template <class Key>
inline constexpr bool is_number = std::is_arithmetic_v<Key> || (std::is_enum_v<Key> && !has_order_of_its_own<Key>);
/// Whether the digits of the keys have their order.
template <class Key, class Order>
inline constexpr bool sorts_by_radix =
    is_number<Key> && (std::is_same_v<Order, ascending> || std::is_same_v<Order, descending>);

template <class Backend, class State, class Key, class Value, class Order>
concept sorts = requires(State& state, Key* keys, Value* values, Order const& before) {
  run_sort(Backend{}, state, 0LL, keys, values, before);
};

/// `values` is a null pointer to `no_value` where keys alone are sorted, also for a backend's `run_sort`, which has at
/// least two keys.
template <class Backend, class State, class Key, class Value, class Order>
void sort_lines(State& state, long long count, Key* keys, Value* values, Order const& before) {
  if (count < 2) return;
  if constexpr (sorts<Backend, State, Key, Value, Order>) {
    run_sort(Backend{}, state, count, keys, values, before);
  } else {
    sort_by_for_each<Backend>(state, count, keys, values, before);
  }
}

}  // namespace mode_detail

/// Sorts the elements of a buffer or a view of one dimension, so that `before(later, earlier)` holds nowhere. Of equal
/// elements the one that was first stays first. `before` tells whether its first argument comes before its second one,
/// and is a strict weak order, marked `ALLOTYPE_FN`. Asynchronous if the backend is. doc/sorting.md says how each
/// backend sorts. Complexity: n log n comparisons, and memory for as many elements again, which a queue on CUDA keeps
/// for later calls. Numbers, characters and enumerations in `ascending` or `descending` order take linear time.
/// \throws device_error if CUDA refuses the launch, or there is no memory; what `before` throws on the CPU, and the
/// elements then have no order
template <class A, class Elements, class Order = ascending>
void sort(queue<A>& on, Elements&& elements, Order const& before = {}) {
  using line = std::remove_reference_t<Elements>;
  if constexpr (!mode_detail::are_lines<A, line>) {
    (void)sizeof(mode_detail::checked_lines<A, line>);
  } else {
    using key = mode_detail::element_of_line<line, A>;
    if constexpr (!mode_detail::order_on<A, key, Order>::value) {
      (void)sizeof(mode_detail::checked_order<A, key, Order>);
    } else if constexpr (dispatchable<A>) {
      auto const keys = mode_detail::line_of(on, elements, "sort");
      mode_detail::sort_lines<mode_detail::backend_of<A>>(on.state(), keys.count, keys.elements,
                                                          static_cast<mode_detail::no_value*>(nullptr), before);
    }
  }
}

/// Sorts the keys, and moves each value as its key is moved. Keys and values do not overlap. Complexity: as `sort`, and
/// memory for as many values again.
/// \throws size_error if there are not as many values as keys; device_error as above; overlap_error in checked builds,
/// if keys and values overlap
template <class A, class Keys, class Values, class Order = ascending>
void sort_by_key(queue<A>& on, Keys&& keys, Values&& values, Order const& before = {}) {
  using key_line = std::remove_reference_t<Keys>;
  using value_line = std::remove_reference_t<Values>;
  if constexpr (!mode_detail::are_lines<A, key_line, value_line>) {
    (void)sizeof(mode_detail::checked_lines<A, key_line, value_line>);
  } else {
    using key = mode_detail::element_of_line<key_line, A>;
    constexpr bool writable = !std::is_const_v<mode_detail::element_of_line<value_line, A>>;
    static_assert(writable, "sort_by_key: the values are const");
    if constexpr (!mode_detail::order_on<A, key, Order>::value) {
      (void)sizeof(mode_detail::checked_order<A, key, Order>);
    } else if constexpr (writable && dispatchable<A>) {
      auto const of_keys = mode_detail::line_of(on, keys, "sort_by_key");
      auto const of_values = mode_detail::line_of(on, values, "sort_by_key");
      if (of_keys.count != of_values.count) {
        detail::sizes_differ("sort_by_key", "the line of keys", of_keys.count, "that of values", of_values.count);
      }
      mode_detail::check_apart(of_keys, of_values, "sort_by_key", "the keys", "the values");
      mode_detail::sort_lines<mode_detail::backend_of<A>>(on.state(), of_keys.count, of_keys.elements,
                                                          of_values.elements, before);
    }
  }
}

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<2, 3, Arguments...>
void sort(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<2, 3, Arguments...>;
  static_assert(in_order,
                "sort: the queue comes first, a variable that is not const, then the elements and the order: "
                "sort(queue, buffer, at::descending{})");
}
/// The same where no argument shows the verb. A program's own function with parameters of its own is a better match.
template <class sort_takes_a_queue_a_buffer_and_an_order = void>
void sort(detail::any_value, detail::any_value = {}, detail::any_value = {}, detail::any_value = {}) = delete;

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<3, 4, Arguments...>
void sort_by_key(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<3, 4, Arguments...>;
  static_assert(in_order,
                "sort_by_key: the queue comes first, a variable that is not const, then the keys, the values and the "
                "order: sort_by_key(queue, keys, values)");
}
/// The same where no argument shows the verb. A program's own function with parameters of its own is a better match.
template <class sort_by_key_takes_a_queue_keys_and_values = void>
void sort_by_key(detail::any_value, detail::any_value = {}, detail::any_value = {}, detail::any_value = {}) = delete;

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
