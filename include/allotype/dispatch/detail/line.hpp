// SPDX-License-Identifier: BSL-1.0
/// \file
/// What verbs on elements one after another take: a buffer, or a view of one dimension.
#pragma once

#include <allotype/dispatch/buffer.hpp>
#include <allotype/dispatch/detail/overlap.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// Elements one after another in memory of a device.
template <class T>
struct line {
  using element_type = T;
  T* elements;
  long long count;
  T* data() const { return elements; }
  long long size() const { return count; }
};

template <class A, class T, class Owner, class Index, class Layout>
line<T> line_of(queue<A>& on, view<T, 1, Owner, Index, Layout> const& of, char const* verb) {
  (void)same_accelerator<Owner, A>::value;
  record_use(on, of, !std::is_const_v<T>, verb);
  return {of.data(), of.extents.size()};
}
template <class A, class T, class Owner>
line<T> line_of(queue<A>& on, buffer<T, Owner>& of, char const* verb) {
  (void)same_accelerator<Owner, A>::value;
  of.record_use(on, true, verb);
  return {of.data(), of.size()};
}
template <class A, class T, class Owner>
line<T const> line_of(queue<A>& on, buffer<T, Owner> const& of, char const* verb) {
  (void)same_accelerator<Owner, A>::value;
  of.record_use(on, false, verb);
  return {of.data(), of.size()};
}

template <class Line, class A>
concept is_line = requires(queue<A>& on, Line& of) { line_of(on, of, ""); };
template <class Line, class A>
using element_of_line = typename decltype(line_of(std::declval<queue<A>&>(), std::declval<Line&>(), ""))::element_type;

template <class Line, class A>
concept is_line_of_elements = is_line<Line, A> && element_for<element_of_line<Line, A>, A>;
template <class A, class... Line>
concept are_lines = (is_line_of_elements<std::remove_reference_t<Line>, A> && ...);

/// The error where one of them is no line. They are the arguments behind the queue. Reports one mistake.
template <class A, class Second, class... Third>
struct checked_lines {
  static constexpr bool second_is_line = is_line<Second, A>, third_is_line = (is_line<Third, A> && ...);
  static constexpr bool second_is_no_range = !detail::index_range<std::remove_const_t<Second>>;
  static_assert(second_is_no_range,
                "the second argument is extents, and no elements: give a buffer or a view; a scan over extents has an "
                "operation and a function of the index behind them: inclusive_scan(queue, extents, to, operation, "
                "function)");
  static_assert(second_is_line || !second_is_no_range,
                "the second argument is neither a buffer nor a view of one dimension: put the elements of a container "
                "into at::buffer{queue, container}, and copy them back");
  static_assert(!second_is_line || third_is_line,
                "the third argument is neither a buffer nor a view of one dimension: put the elements of a container "
                "into at::buffer{queue, container}, and copy them back");
};
template <class A, class Second, class... Third>
  requires(is_line<Second, A> && (is_line<Third, A> && ...))
struct checked_lines<A, Second, Third...> : checked_element<element_of_line<Second, A>, backend_of<A>> {
  static_assert(((sizeof(checked_element<element_of_line<Third, A>, backend_of<A>>) != 0) && ...));
};

/// The error where what is written is no line, and what is read comes from a function of the index.
template <class A, class Target>
struct checked_target {
  static constexpr bool third_is_line = is_line<Target, A>;
  static_assert(third_is_line,
                "the third argument is neither a buffer nor a view of one dimension: write to a buffer, and copy its "
                "elements to a container");
};
template <class A, class Target>
  requires is_line<Target, A>
struct checked_target<A, Target> : checked_element<element_of_line<Target, A>, backend_of<A>> {};

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
