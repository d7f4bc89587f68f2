// SPDX-License-Identifier: BSL-1.0
/// \file
/// Extents: the sizes of an index space of up to six dimensions, the slowest first (planes, rows, columns).
#pragma once

#include <allotype/core/error.hpp>
#include <allotype/core/mode.hpp>

#include <cstddef>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class Number>
inline constexpr bool whole_number_type = requires { Number{} | 0; };

/// The error of extents that are called has this name.
struct the_extents_of_a_view_are_no_function {};

template <class Integer>
struct index_for {
  using type = int;
};
template <class Integer>
  requires(whole_number_type<Integer> &&
           (sizeof(Integer) > 4 || static_cast<Integer>(-1) > static_cast<Integer>(0x7fffffff)))
struct index_for<Integer> {
  using type = long long;
};

[[noreturn]] inline void needs_64_bits(char const* sentence, long long number) {
  throw size_error(message<2000>{} << sentence << "; the number is " << number);
}
/// \throws size_error on the host with that sentence, if 32 bits do not hold a number of 64
template <class Index, class Number>
ALLOTYPE_FN constexpr Index held_in(Number number, [[maybe_unused]] char const* sentence) {
#ifndef __CUDA_ARCH__
  if constexpr (sizeof(Index) < sizeof(Number)) {
    if (static_cast<Number>(static_cast<Index>(number)) != number) {
      needs_64_bits(sentence, static_cast<long long>(number));
    }
  }
#endif
  return static_cast<Index>(number);
}
template <class Index, class Size>
ALLOTYPE_FN constexpr Index size_in(Size size) {
  if constexpr (std::is_convertible_v<Size, Index>) {
    return held_in<Index>(
        size, "extents: a size needs 64 bits: write extents{...} without <...>, or extents<Dimensions, long long>");
  } else {
    return Index{};  // refused
  }
}

}  // namespace detail

/// The sizes of an index space, the slowest dimension first. Kernels get indices of type `Index`: `int`, or `long long`
/// if one of the sizes was given in 64 bits or as `unsigned`. Those of no dimension, `extents{}`, are of a view of one
/// element, `x()`.
template <int Dimensions, class Index = int>
struct extents {
  static_assert(Dimensions >= 0 && Dimensions <= 6, "extents have up to six dimensions");
  using index_type = Index;
  Index sizes[std::size_t{Dimensions == 0 ? 1 : Dimensions}]{};  ///< the number of indices of each dimension

  constexpr extents() = default;
  template <class... N>
    requires(sizeof...(N) == Dimensions)
  ALLOTYPE_FN constexpr extents(N... n) : sizes{detail::size_in<Index>(n)...} {
    static_assert((detail::whole_number_type<N> && ...),
                  "extents: sizes are whole numbers, one for each dimension: extents{rows, columns}; and one of these "
                  "is a fraction or no number");
  }

  ALLOTYPE_FN constexpr Index operator[](int dimension) const { return sizes[dimension]; }
  /// Does not compile; it says that a view's extents are no function.
  template <class... Arguments, class = detail::the_extents_of_a_view_are_no_function>
  extents operator()(Arguments...) const = delete;

  /// The number of indices, in 64 bits for every index type. `too_many` if 64 bits cannot hold it; verbs refuse such
  /// extents.
  [[nodiscard]] ALLOTYPE_FN constexpr long long size() const {
    if constexpr (Dimensions == 1) return sizes[0];
    long long n = 1;
    bool fits = true;
    for (int i = 0; i < Dimensions; ++i) {
      if (sizes[i] == 0) return 0;
      // Divides only where one of the factors is large.
      if (n > 0x7fffffff || sizes[i] > 0x7fffffff) fits = fits && n <= too_many / sizes[i];
      if (fits) n *= sizes[i];
    }
    return fits ? n : too_many;
  }
  static constexpr long long too_many = 0x7fffffffffffffff;
  /// The number of dimensions.
  [[nodiscard]] ALLOTYPE_FN static constexpr int dimensions() noexcept { return Dimensions; }

  /// The name of `size()` in 0.2.
  [[nodiscard, deprecated("it is size()")]] ALLOTYPE_FN constexpr long long count() const { return size(); }
  [[deprecated("it is dimensions()")]] static constexpr int rank = Dimensions;

  friend constexpr bool operator==(extents const&, extents const&) = default;
};

template <class... N>
  requires(requires { N{} + 0; } && ...)
extents(N...) -> extents<sizeof...(N), typename detail::index_for<decltype((N{} + ... + 0))>::type>;
template <class... N>
  requires(!(requires { N{} + 0; } && ...))
extents(N const&...) -> extents<sizeof...(N), int>;

namespace detail {

[[noreturn]] inline void negative_extents(long long size) {
  throw size_error(message<2000>{} << "extents: a size of " << size << "; sizes are 0 or more");
}

// They are passed by value: a reference would put the extents of every loop into memory.
template <int Dimensions, class Index>
[[noreturn]] void too_many_indices(extents<Dimensions, Index> over) {
  message<2000> text;
  text << "extents: ";
  for (int i = 0; i < Dimensions; ++i) text << (i == 0 ? "" : " x ") << static_cast<long long>(over[i]);
  throw size_error(text << " are more indices than 64 bits can hold");
}

/// The number of indices.
/// \throws size_error if a size is negative, or 64 bits cannot hold their product
template <int Dimensions, class Index>
constexpr long long check(extents<Dimensions, Index> const& over) {
  for (int i = 0; i < Dimensions; ++i) {
    if (over[i] < 0) negative_extents(over[i]);
  }
  long long const count = over.size();
  if constexpr (Dimensions > 1) {
    if (count == over.too_many) too_many_indices(over);
  }
  return count;
}

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
