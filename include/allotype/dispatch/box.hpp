// SPDX-License-Identifier: BSL-1.0
/// \file
/// A box: a part of an index space, from a beginning to an end in each dimension.
#pragma once

#include <allotype/dispatch/extents.hpp>

#include <cstddef>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class... Number>
concept number_types = sizeof...(Number) > 0 && (requires { Number{} + 0; } && ...);

/// The error of numbers where pairs of them are meant.
template <class... Number>
struct bounds_in_braces {
  static_assert(!number_types<Number...>,
                "box: each dimension has a beginning and an end in braces: at::box{{1, n}} or "
                "at::box{{1, rows}, {1, columns}}");
};

/// A beginning and an end of any integer types.
struct bounds {
  long long begin, end;
  template <class Begin, class End>
  ALLOTYPE_FN constexpr bounds(Begin from, End to)
      : begin(static_cast<long long>(from)), end(static_cast<long long>(to)) {
    static_assert(whole_number_type<Begin> && whole_number_type<End>,
                  "box: a beginning and an end are whole numbers, and one of these is a fraction");
  }
  /// Does not compile; it says what is missing.
  template <class... Number>
    requires(sizeof...(Number) != 2 && number_types<Number...>)
  ALLOTYPE_FN bounds(Number...) : begin(), end() {  // no constant: clang would make it before it chooses a guide
    (void)sizeof(bounds_in_braces<Number...>);
  }
};

template <class Index>
ALLOTYPE_FN constexpr Index bound_in(long long bound) {
  return held_in<Index>(bound,
                        "box: a bound needs 64 bits: write box{{...}} without <...>, or box<Dimensions, long long>");
}

[[noreturn]] inline void ends_before_it_begins(int dimension, long long begin, long long end) {
  throw size_error(message<2000>{} << "box: dimension " << dimension << " begins at " << begin << " and ends at " << end
                                   << "; an end is at least the beginning, and equal to it in an empty box");
}
[[noreturn]] inline void box_is_too_long(int dimension, long long begin, long long end, int bits) {
  throw size_error(message<2000>{} << "box: dimension " << dimension << " from " << begin << " to " << end
                                   << " is longer than " << bits << " bits can hold"
                                   << (bits < 64 ? ": give a bound in 64 bits" : ""));
}

}  // namespace detail

/// The indices from a beginning up to an end, which is not one of them, in each dimension, the slowest first:
/// `box{{1, rows - 1}, {1, columns - 1}}`. Kernels get indices of type `Index`: `int`, or `long long` if a bound was
/// given in 64 bits or the two bounds of a dimension have different types.
template <int Dimensions, class Index = int>
struct box {
  static_assert(Dimensions >= 1 && Dimensions <= 6, "a box has one to six dimensions");
  using index_type = Index;

  Index begin[std::size_t{Dimensions}]{};  ///< the first index of each dimension
  Index end[std::size_t{Dimensions}]{};    ///< behind the last index of each dimension

  constexpr box() = default;
  // Inlined, so that clang knows in a loop over a box where it begins.
  [[gnu::always_inline]] ALLOTYPE_FN constexpr box(detail::bounds a)
    requires(Dimensions == 1)
      : box(from_bounds{}, a) {}
  [[gnu::always_inline]] ALLOTYPE_FN constexpr box(detail::bounds a, detail::bounds b)
    requires(Dimensions == 2)
      : box(from_bounds{}, a, b) {}
  [[gnu::always_inline]] ALLOTYPE_FN constexpr box(detail::bounds a, detail::bounds b, detail::bounds c)
    requires(Dimensions == 3)
      : box(from_bounds{}, a, b, c) {}
  [[gnu::always_inline]]
  ALLOTYPE_FN constexpr box(detail::bounds a, detail::bounds b, detail::bounds c, detail::bounds d)
    requires(Dimensions == 4)
      : box(from_bounds{}, a, b, c, d) {}
  [[gnu::always_inline]]
  ALLOTYPE_FN constexpr box(detail::bounds a, detail::bounds b, detail::bounds c, detail::bounds d, detail::bounds e)
    requires(Dimensions == 5)
      : box(from_bounds{}, a, b, c, d, e) {}
  [[gnu::always_inline]] ALLOTYPE_FN constexpr box(detail::bounds a, detail::bounds b, detail::bounds c,
                                                   detail::bounds d, detail::bounds e, detail::bounds f)
    requires(Dimensions == 6)
      : box(from_bounds{}, a, b, c, d, e, f) {}

  /// Does not compile; it says what is missing.
  template <class... Number>
    requires detail::number_types<Number...>
  ALLOTYPE_FN constexpr explicit box(Number...) {
    (void)sizeof(detail::bounds_in_braces<Number...>);
  }
  template <class Begin, class End>
    requires(Dimensions == 1)
  ALLOTYPE_FN constexpr box(Begin const (&)[1], End const (&)[1]) {
    (void)sizeof(detail::bounds_in_braces<Begin, End>);
  }

  /// The same from two corners: `box<2>::from_to({0, 0}, {rows, columns})` is `box{{0, rows}, {0, columns}}`. The
  /// second corner is behind the last index of each dimension.
  template <class From, class To>
  [[nodiscard]] ALLOTYPE_FN static constexpr box from_to(From const (&first)[std::size_t{Dimensions}],
                                                         To const (&behind)[std::size_t{Dimensions}]) {
    static_assert(detail::whole_number_type<From> && detail::whole_number_type<To>,
                  "box::from_to: corners are whole numbers, and one of these is a fraction");
    box result;
    for (int i = 0; i < Dimensions; ++i) {
      result.begin[i] = detail::bound_in<Index>(static_cast<long long>(first[i]));
      result.end[i] = detail::bound_in<Index>(static_cast<long long>(behind[i]));
    }
    return result;
  }

  /// How many indices each dimension has.
  /// \throws size_error on the host, if the index type cannot count them
  [[nodiscard]] ALLOTYPE_FN constexpr allotype::extents<Dimensions, Index> extents() const {
    allotype::extents<Dimensions, Index> result;
    for (int i = 0; i < Dimensions; ++i) {
#ifndef __CUDA_ARCH__
      constexpr long long most = sizeof(Index) == 4 ? 0x7fffffff : 0x7fffffffffffffff;
      if (begin[i] < 0 && end[i] > most + begin[i]) {
        detail::box_is_too_long(i, begin[i], end[i], static_cast<int>(8 * sizeof(Index)));
      }
#endif
      result.sizes[i] = end[i] - begin[i];
    }
    return result;
  }

  /// The number of indices, as that of the extents.
  [[nodiscard]] ALLOTYPE_FN constexpr long long size() const { return extents().size(); }
  /// The number of dimensions.
  [[nodiscard]] ALLOTYPE_FN static constexpr int dimensions() noexcept { return Dimensions; }

  /// The name of `extents()` in 0.2.
  [[nodiscard, deprecated("it is extents()")]] ALLOTYPE_FN constexpr auto sizes() const { return extents(); }
  [[deprecated("it is dimensions()")]] static constexpr int rank = Dimensions;

  friend constexpr bool operator==(box const&, box const&) = default;

 private:
  // This is no null pointer: the 0 of `box{{0, n}}` could be one.
  struct from_bounds {
    explicit from_bounds() = default;
  };
  template <class... Bounds>
  [[gnu::always_inline]] ALLOTYPE_FN constexpr box(from_bounds, Bounds... of)
      : begin{detail::bound_in<Index>(of.begin)...}, end{detail::bound_in<Index>(of.end)...} {}
};

template <class... N>
box(N const (&... bounds)[2]) -> box<sizeof...(N), typename detail::index_for<decltype((N{} + ... + 0))>::type>;
// A guide for bounds of different types, which the guide above does not deduce.
box(detail::bounds) -> box<1, long long>;
// Numbers without their braces make as many dimensions as with them, so that nothing but the constructor complains.
template <class... Number>
  requires detail::number_types<Number...>
box(Number...) -> box<(static_cast<int>(sizeof...(Number)) + 1) / 2>;
box(detail::bounds, detail::bounds) -> box<2, long long>;
box(detail::bounds, detail::bounds, detail::bounds) -> box<3, long long>;
box(detail::bounds, detail::bounds, detail::bounds, detail::bounds) -> box<4, long long>;
box(detail::bounds, detail::bounds, detail::bounds, detail::bounds, detail::bounds) -> box<5, long long>;
box(detail::bounds, detail::bounds, detail::bounds, detail::bounds, detail::bounds, detail::bounds)
    -> box<6, long long>;

namespace detail {

#ifdef ALLOTYPE_CHECKED
/// Tells once of a box that looks as if two corners were meant. It is no error: `box{{0, rows}, {1, columns - 1}}` is
/// such a box where there are no rows.
[[gnu::cold]] inline void tell_of_corners(long long begin, long long end) {
  [[maybe_unused]] static bool const told = [&] {
    message<2000> text;
    text << "box{{0, 0}, {" << begin << ", " << end << "}} has no index: each dimension has a beginning and an end. "
         << "For two corners write box<2>::from_to({0, 0}, {" << begin << ", " << end << "})";
    report_from_destructor(text.text());
    return true;
  }();
}
#endif

/// The number of indices.
/// \throws size_error if a dimension ends before it begins, or 64 bits cannot hold the number
template <int Dimensions, class Index>
[[gnu::always_inline]] constexpr long long check(box<Dimensions, Index> const& over) {
  for (int i = 0; i < Dimensions; ++i) {
    if (over.end[i] < over.begin[i]) ends_before_it_begins(i, over.begin[i], over.end[i]);
  }
#ifdef ALLOTYPE_CHECKED
  if constexpr (Dimensions == 2) {
    bool const is_corner = over.begin[0] == 0 && over.end[0] == 0 && over.begin[1] > 0;
    if (is_corner && !__builtin_is_constant_evaluated()) tell_of_corners(over.begin[1], over.end[1]);
  }
#endif
  return check(over.extents());
}

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
