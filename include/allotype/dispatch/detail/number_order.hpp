// SPDX-License-Identifier: BSL-1.0
/// \file
/// Where a NaN and the two zeros are in an order. The one rule for all verbs:
///
/// - The smallest and the largest of numbers are IEEE 754-2019's minimum and maximum: a NaN among them is the result,
/// and -0 is
///   less than +0. So the result is the same in every order.
/// - Sorted, numbers are in the order of IEEE 754's totalOrder, in which a NaN with a sign is the first and one without
/// the
///   last. The two zeros are equal there, as `<` and CUB's radix sort have it, and stay in order.
#pragma once

#include <type_traits>

#include <allotype/core/mode.hpp>
#include <allotype/dispatch/detail/narrowing.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

template <class T>
using compared_as = std::conditional_t<is_read_as_float<T>, float, T>;
template <class T>
using bits_of = std::conditional_t<sizeof(T) == 8, long long, int>;

template <class Float>
ALLOTYPE_FN constexpr bool has_sign(Float number) {
  if constexpr (sizeof(Float) <= 8) {
    return __builtin_bit_cast(bits_of<Float>, number) < 0;
  } else {
    return __builtin_signbit(number);
  }
}

/// `a` is less than `b` as the minimum sees it.
template <class T>
ALLOTYPE_FN constexpr bool is_lesser(T const& a, T const& b) {
  if constexpr (is_floating<T>) {
    compared_as<T> const x = a, y = b;
    if (x < y) return true;
    if (y < x) return false;
    if (x == y) return has_sign(x) && !has_sign(y);
    return x != x && y == y;
  } else {
    return a < b;
  }
}
/// `a` is greater than `b` as the maximum sees it.
template <class T>
ALLOTYPE_FN constexpr bool is_greater(T const& a, T const& b) {
  if constexpr (is_floating<T>) {
    compared_as<T> const x = a, y = b;
    if (y < x) return true;
    if (x < y) return false;
    if (x == y) return has_sign(y) && !has_sign(x);
    return x != x && y == y;
  } else {
    return b < a;
  }
}

/// Whether `<` is asked before the rules for NaNs and zeros. It holds of most values in a reduction, where one of the
/// two is the least so far. A GPU has no use for a branch more.
#ifdef __CUDA_ARCH__
template <class T>
inline constexpr bool is_compared_first = false;
#else
template <class T>
inline constexpr bool is_compared_first = is_floating<T>;
#endif
template <class T>
ALLOTYPE_FN constexpr bool is_plainly_less(T const& a, T const& b) {
  return compared_as<T>(a) < compared_as<T>(b);
}

/// Orders NaNs by their bits, and before or behind all numbers by their sign.
template <class Float>
ALLOTYPE_FN constexpr auto place_of_nan(Float number) {
  if constexpr (sizeof(Float) <= 8) {
    auto const bits = __builtin_bit_cast(bits_of<Float>, number);
    constexpr bits_of<Float> all_but_sign =
        static_cast<bits_of<Float>>(sizeof(Float) == 8 ? 0x7fffffffffffffffLL : 0x7fffffffLL);
    return bits < 0 ? bits ^ all_but_sign : bits;
  } else {
    return number == number ? 0 : __builtin_signbit(number) ? -1 : 1;
  }
}
/// `a` is sorted before `b`.
template <class T>
ALLOTYPE_FN constexpr bool is_sorted_before(T const& a, T const& b) {
  if constexpr (is_floating<T>) {
    compared_as<T> const x = a, y = b;
    return x < y || ((x != x || y != y) && place_of_nan(x) < place_of_nan(y));
  } else {
    return a < b;
  }
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
