// SPDX-License-Identifier: BSL-1.0
/// \file
/// Other ways to count the elements of a view: `column(view, j)`, `reversed(view)` and `strided(view, step)`. Each
/// element is reached by the view, which checks it in checked builds.
#pragma once

#include <type_traits>

#include <allotype/dispatch/view.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// What `column` returns: element `i` is that of row `i`.
template <class View>
struct column_view {
  using element_type = typename View::element_type;
  using index_type = typename View::index_type;

  View plane;                                ///< of which it is a column
  index_type column;                         ///< which one
  allotype::extents<1, index_type> extents;  ///< how many rows

  /// The element of a row.
  template <class I>
  ALLOTYPE_FN constexpr element_type& operator()(I row) const {
    return plane(row, column);
  }
  template <class I>
  ALLOTYPE_FN constexpr element_type& operator[](I row) const {
    return (*this)(row);
  }
  /// The number of elements.
  [[nodiscard]] ALLOTYPE_FN constexpr long long size() const { return extents.size(); }
};

namespace detail {

/// In which positions are computed.
#ifdef ALLOTYPE_CHECKED
template <class Index>
using adapted_position = long long;  // no index that is outside becomes one that is inside
#else
template <class Index>
using adapted_position = position<Index>;
#endif

// A column's rows are read beside its columns: ptxas loads the two at once.
template <class View>
ALLOTYPE_FN constexpr auto rows_of(column_view<View> const& of) {
  return of.plane.extents[0];
}
template <class View>
ALLOTYPE_FN constexpr auto rows_of(View const& of) {
  return of.extents[0];
}

}  // namespace detail

/// What `reversed` returns: element 0 is the last one.
template <class View>
struct reversed_view {
  using element_type = typename View::element_type;
  using index_type = typename View::index_type;

  View forwards;                             ///< the elements from the first on
  allotype::extents<1, index_type> extents;  ///< how many

  /// The element so many before the last one.
  template <class I>
    requires std::is_integral_v<I>
  ALLOTYPE_FN constexpr element_type& operator()(I index) const {
    using position = detail::adapted_position<index_type>;
    return forwards(position{detail::rows_of(forwards)} - 1 - static_cast<position>(index));
  }
  template <class I>
    requires std::is_integral_v<I>
  ALLOTYPE_FN constexpr element_type& operator[](I index) const {
    return (*this)(index);
  }
  /// The number of elements.
  [[nodiscard]] ALLOTYPE_FN constexpr long long size() const { return extents.size(); }
};

/// What `strided` returns: element `i` is that at `i * step`.
template <class View>
struct strided_view {
  using element_type = typename View::element_type;
  using index_type = typename View::index_type;

  View all;                                  ///< the elements, with those between
  index_type step;                           ///< how far it is from one to the next
  allotype::extents<1, index_type> extents;  ///< how many

  /// The element so many steps behind the first one.
  template <class I>
    requires std::is_integral_v<I>
  ALLOTYPE_FN constexpr element_type& operator()(I index) const {
    using position = detail::adapted_position<index_type>;
    return all(static_cast<position>(index) * position{step});
  }
  template <class I>
    requires std::is_integral_v<I>
  ALLOTYPE_FN constexpr element_type& operator[](I index) const {
    return (*this)(index);
  }
  /// The number of elements.
  [[nodiscard]] ALLOTYPE_FN constexpr long long size() const { return extents.size(); }
};

namespace detail {

template <class View, class A>
inline constexpr bool belongs_elsewhere<strided_view<View>, A> = belongs_elsewhere<View, A>;
template <class View, class A>
inline constexpr bool belongs_elsewhere<column_view<View>, A> = belongs_elsewhere<View, A>;
template <class View, class A>
inline constexpr bool belongs_elsewhere<reversed_view<View>, A> = belongs_elsewhere<View, A>;

template <class View>
inline constexpr int dimensions_to_count = 0;
template <class T, int Dimensions, class A, class Index, class Layout>
inline constexpr int dimensions_to_count<view<T, Dimensions, A, Index, Layout>> = Dimensions;
template <class View>
inline constexpr int dimensions_to_count<column_view<View>> = 1;
template <class View>
inline constexpr int dimensions_to_count<reversed_view<View>> = 1;
template <class View>
inline constexpr int dimensions_to_count<strided_view<View>> = 1;

[[noreturn]] inline void no_such_step(long long step) {
  throw size_error(message<2000>{} << "strided: a step of " << step
                                   << "; it is at least 1, and reversed(view) goes from the last to the first");
}

}  // namespace detail

/// The elements of a column of a view of two dimensions, counted by their rows. Nothing is copied.
/// \throws size_error on the host, if there is no such column
template <class View>
[[nodiscard]] ALLOTYPE_FN constexpr auto column(View const& of, typename View::index_type index) {
  constexpr bool is_plane = detail::dimensions_to_count<View> == 2;
  static_assert(is_plane, "column(view, index): the view has two dimensions, rows and columns");
  if constexpr (is_plane) {
#ifndef __CUDA_ARCH__
    if (index < 0 || index >= of.extents[1]) detail::no_such_index(1, index, of.extents[1]);
#endif
    return column_view<View>{of, index, {of.extents[0]}};
  }
}

/// The elements of a view of one dimension, or of a column, from the last to the first. Nothing is copied.
template <class View>
[[nodiscard]] ALLOTYPE_FN constexpr auto reversed(View const& of) {
  constexpr bool is_line = detail::dimensions_to_count<View> == 1;
  static_assert(is_line, "reversed(view): the view has one dimension, or is what column(view, index) returns");
  if constexpr (is_line) return reversed_view<View>{of, of.extents};
}

/// Each `step`-th element of a view of one dimension, or of a column, from the first on. Nothing is copied.
/// \throws size_error on the host, if the step is less than 1
template <class View>
[[nodiscard]] ALLOTYPE_FN constexpr auto strided(View const& of, typename View::index_type step) {
  constexpr bool is_line = detail::dimensions_to_count<View> == 1;
  static_assert(is_line, "strided(view, step): the view has one dimension, or is what column(view, index) returns");
  if constexpr (is_line) {
#ifndef __CUDA_ARCH__
    if (step < 1) detail::no_such_step(step);
#endif
    using index = typename View::index_type;
    index const size = of.extents[0];
    return strided_view<View>{of, step, {static_cast<index>(size / step + (size % step != 0))}};
  }
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
