// SPDX-License-Identifier: BSL-1.0
/// \file
/// `min_element` and `max_element`: where the smallest and the largest element are.
#pragma once

#include <type_traits>

#include <allotype/dispatch/detail/line.hpp>
#include <allotype/dispatch/detail/wrong_arguments.hpp>
#include <allotype/dispatch/reduce.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// An element and its index; the index -1 stands for none.
template <class T>
using placed_element = indexed<T, long long>;

/// `Op`, and what is none loses against every element.
template <class Op>
struct of_placed {
  template <class T>
  ALLOTYPE_FN placed_element<T> operator()(placed_element<T> const& a, placed_element<T> const& b) const {
    return a.index < 0 ? b : b.index < 0 ? a : Op{}(a, b);
  }
};
template <class T>
struct placed_element_at {
  T const* elements;
  ALLOTYPE_FN placed_element<T> operator()(long long i) const { return {elements[i], i}; }
};
/// Any value, also of a type that is not made from nothing.
template <class T>
struct bytes_of_any {
  alignas(T) unsigned char bytes[sizeof(T)]{};
};

template <class T>
inline constexpr bool has_less = requires(T const& a, T const& b) { bool(a < b); };
template <class T>
struct checked_less {
  static constexpr bool has = has_less<T>;
  static_assert(
      has,
      "min_element, max_element: the elements are not compared by <: give their type an operator<, marked ALLOTYPE_FN");
};

}  // namespace detail

inline namespace ALLOTYPE_MODE {
namespace mode_detail {

template <class Op, class A, class From>
long long index_of_least(queue<A>& on, From const& from, char const* verb) {
  if constexpr (!are_lines<A, From const>) {
    (void)sizeof(checked_lines<A, From const>);
  } else {
    using element = std::remove_const_t<element_of_line<From const, A>>;
    if constexpr (!detail::has_less<element>) {
      (void)sizeof(detail::checked_less<element>);
    } else {
      auto const elements = line_of(on, from, verb);
      detail::placed_element<element> const none{__builtin_bit_cast(element, detail::bytes_of_any<element>{}), -1};
      return reduce(on, extents<1, long long>{elements.count}, none, detail::of_placed<Op>{},
                    detail::placed_element_at<element>{elements.elements})
          .index;
    }
  }
  return -1;
}

}  // namespace mode_detail

/// The index of the smallest element of a buffer or a view of one dimension, and of equal ones that of the first; -1
/// without elements. Elements are compared by `<`, and floating-point numbers as by `minimum`: the first NaN, if there
/// is one. Waits for the work before it and for the result. Complexity: linear.
/// \throws device_error if earlier work or the search failed
template <class A, class From>
[[nodiscard]] long long min_element(queue<A>& on, From const& from) {
  return mode_detail::index_of_least<arg_minimum>(on, from, "min_element");
}
/// The same of the largest element, compared as by `maximum`. Complexity: linear.
/// \throws device_error if earlier work or the search failed
template <class A, class From>
[[nodiscard]] long long max_element(queue<A>& on, From const& from) {
  return mode_detail::index_of_least<arg_maximum>(on, from, "max_element");
}

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<2, 2, Arguments...>
[[nodiscard]] auto min_element(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<2, 2, Arguments...>;
  static_assert(in_order,
                "min_element: the queue comes first, a variable that is not const, then the elements: "
                "min_element(queue, buffer)");
  return detail::any_result{};
}
/// The same where no argument shows the verb. A program's own function with parameters of its own is a better match.
template <class min_element_takes_a_queue_and_elements = void>
detail::any_result min_element(detail::any_value, detail::any_value = {}, detail::any_value = {},
                               detail::any_value = {}) = delete;

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<2, 2, Arguments...>
[[nodiscard]] auto max_element(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<2, 2, Arguments...>;
  static_assert(in_order,
                "max_element: the queue comes first, a variable that is not const, then the elements: "
                "max_element(queue, buffer)");
  return detail::any_result{};
}
/// The same where no argument shows the verb. A program's own function with parameters of its own is a better match.
template <class max_element_takes_a_queue_and_elements = void>
detail::any_result max_element(detail::any_value, detail::any_value = {}, detail::any_value = {},
                               detail::any_value = {}) = delete;

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
