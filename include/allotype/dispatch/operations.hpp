// SPDX-License-Identifier: BSL-1.0
/// \file
/// Operations that combine two values to one, for `reduce`, scans and collectives.
#pragma once

#include <type_traits>
#include <utility>

#include <allotype/core/mode.hpp>
#include <allotype/dispatch/detail/extended_lambda.hpp>
#include <allotype/dispatch/detail/narrowing.hpp>
#include <allotype/dispatch/detail/number_order.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class Op, class T>
concept combines_two = std::is_invocable_v<as_called<Op>, T const&, T const&> &&
                       (is_device_lambda<Op> || std::is_invocable_r_v<T, as_called<Op>, T const&, T const&>);

/// What the operation returns is kept whole as a `T`. The host's compiler does not know the result of a lambda marked
/// `__device__`.
template <class Op, class T>
inline constexpr bool keeps_combined = true;
template <class Op, class T>
  requires(combines_two<Op, T> && !is_device_lambda<Op>)
inline constexpr bool keeps_combined<Op, T> =
    !narrows_to_operand<std::invoke_result_t<as_called<Op>, T const&, T const&>, T>;

/// `(a op b) op c` is `a op (b op c)` for all of 0 and 1, which each operation that may be regrouped gives the same.
template <class Op, class T>
constexpr bool regroups_bits() {
  Op const op{};
  for (int bits = 0; bits < 8; ++bits) {
    auto const a = static_cast<T>(bits & 1), b = static_cast<T>(bits >> 1 & 1), c = static_cast<T>(bits >> 2);
    if (!(op(op(a, b), c) == op(a, op(b, c)))) return false;
  }
  return true;
}
/// False of an operation on integers that is seen to give another result in another order, such as `a - b`: one without
/// state, which compilers call while they compile.
template <class Op, class T>
inline constexpr bool can_be_regrouped = true;
template <class Op, class T>
  requires(std::is_integral_v<T> && std::is_empty_v<Op> && std::is_default_constructible_v<Op> &&
           std::is_invocable_r_v<T, Op const&, T, T> &&
           requires { typename std::bool_constant<regroups_bits<Op, T>()>; })
inline constexpr bool can_be_regrouped<Op, T> = regroups_bits<Op, T>();

}  // namespace detail

/// `a + b`. A backend or transport may recognise it and use its own.
struct plus {
  template <class T>
    requires requires(T const& a, T const& b) { T(a + b); }
  ALLOTYPE_FN constexpr T operator()(T const& a, T const& b) const {
    return a + b;
  }
};
#ifdef __CUDA_ARCH__
namespace detail {
/// One instruction from compute capability 8.0 on is the minimum of IEEE 754-2019.
template <class T>
inline constexpr bool is_one_instruction = std::is_same_v<T, float> && __CUDA_ARCH__ >= 800;
__device__ inline float minimum_by_instruction(float a, float b) {
  float result;
  asm("min.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
  return result;
}
__device__ inline float maximum_by_instruction(float a, float b) {
  float result;
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
  return result;
}
}  // namespace detail
#endif

/// The smaller of two values, `a` if they are equal. Of floating-point numbers IEEE 754-2019's minimum: a NaN if there
/// is one, and -0 is less than +0.
struct minimum {
  template <class T>
    requires requires(T const& a, T const& b) { bool(b < a); }
  ALLOTYPE_FN constexpr T operator()(T const& a, T const& b) const {
#ifdef __CUDA_ARCH__
    if constexpr (detail::is_one_instruction<T>) {
      if (!__builtin_is_constant_evaluated()) return detail::minimum_by_instruction(a, b);
    }
#endif
    if constexpr (detail::is_compared_first<T>) {
      if (detail::is_plainly_less(a, b)) return a;
    }
    return detail::is_lesser(b, a) ? b : a;
  }
};
/// The larger of two values, `a` if they are equal. Of floating-point numbers IEEE 754-2019's maximum: a NaN if there
/// is one, and +0 is larger than -0.
struct maximum {
  template <class T>
    requires requires(T const& a, T const& b) { bool(a < b); }
  ALLOTYPE_FN constexpr T operator()(T const& a, T const& b) const {
#ifdef __CUDA_ARCH__
    if constexpr (detail::is_one_instruction<T>) {
      if (!__builtin_is_constant_evaluated()) return detail::maximum_by_instruction(a, b);
    }
#endif
    if constexpr (detail::is_compared_first<T>) {
      if (detail::is_plainly_less(b, a)) return a;
    }
    return detail::is_greater(b, a) ? b : a;
  }
};

/// A value and its index, for `arg_minimum` and `arg_maximum`.
template <class T, class Index>
struct indexed {
  T value;      ///< what is compared
  Index index;  ///< where it was found
  friend constexpr bool operator==(indexed const&, indexed const&) = default;
};
template <class T, class Index>
indexed(T, Index) -> indexed<T, Index>;

/// The `indexed` with the smaller value, as `minimum` has it; of equal values, and of NaNs, the one with the smaller
/// index.
struct arg_minimum {
  template <class T, class Index>
  ALLOTYPE_FN constexpr indexed<T, Index> operator()(indexed<T, Index> const& a, indexed<T, Index> const& b) const {
    if constexpr (detail::is_compared_first<T>) {
      if (detail::is_plainly_less(a.value, b.value)) return a;
    }
    return detail::is_lesser(b.value, a.value) || (!detail::is_lesser(a.value, b.value) && b.index < a.index) ? b : a;
  }
};
/// The `indexed` with the larger value, as `maximum` has it; of equal values, and of NaNs, the one with the smaller
/// index.
struct arg_maximum {
  template <class T, class Index>
  ALLOTYPE_FN constexpr indexed<T, Index> operator()(indexed<T, Index> const& a, indexed<T, Index> const& b) const {
    if constexpr (detail::is_compared_first<T>) {
      if (detail::is_plainly_less(b.value, a.value)) return a;
    }
    return detail::is_greater(b.value, a.value) || (!detail::is_greater(a.value, b.value) && b.index < a.index) ? b : a;
  }
};

namespace detail {

template <int Position, class T>
struct tuple_element {
  T value;
};
template <class Positions, class... T>
struct tuple_elements;
template <int... Position, class... T>
struct tuple_elements<std::integer_sequence<int, Position...>, T...> : tuple_element<Position, T>... {};

template <int Position, class T>
ALLOTYPE_FN constexpr T& element_at(tuple_element<Position, T>& element) {
  return element.value;
}
template <int Position, class T>
ALLOTYPE_FN constexpr T const& element_at(tuple_element<Position, T> const& element) {
  return element.value;
}

}  // namespace detail

/// Several values of any types, for several results of one pass. It is trivially copyable if they are; `std::tuple` is
/// not. `auto [a, b] = tuple` takes it apart.
template <class... T>
struct tuple {
  using positions = std::make_integer_sequence<int, static_cast<int>(sizeof...(T))>;

  tuple() = default;
  ALLOTYPE_FN constexpr tuple(T const&... value) : elements_{{value}...} {}

  /// The element at `Position`, from 0.
  template <int Position>
  [[nodiscard]] ALLOTYPE_FN constexpr auto& get() noexcept {
    return detail::element_at<Position>(elements_);
  }
  template <int Position>
  [[nodiscard]] ALLOTYPE_FN constexpr auto const& get() const noexcept {
    return detail::element_at<Position>(elements_);
  }

  /// The first elements that differ decide, so that tuples are keys of sorts, and indices of `indexed`. A NaN has its
  /// place there, as in `ascending`.
  ALLOTYPE_FN friend constexpr bool operator<(tuple const& a, tuple const& b) { return is_less<0>(a, b); }
  ALLOTYPE_FN friend constexpr bool operator==(tuple const& a, tuple const& b) {
    return [&]<int... Position>(std::integer_sequence<int, Position...>) {
      return ((a.template get<Position>() == b.template get<Position>()) && ...);
    }(positions{});
  }

 private:
  template <int Position>
  ALLOTYPE_FN static constexpr bool is_less(tuple const& a, tuple const& b) {
    if constexpr (Position == static_cast<int>(sizeof...(T))) {
      return false;
    } else {
      auto const &left = a.template get<Position>(), &right = b.template get<Position>();
      return detail::is_sorted_before(left, right) ||
             (!detail::is_sorted_before(right, left) && is_less<Position + 1>(a, b));
    }
  }

  detail::tuple_elements<positions, T...> elements_;
};

template <class... T>
inline constexpr bool is_device_copyable<tuple<T...>> = (is_device_copyable<T> && ...);
template <class T, class Index>
inline constexpr bool is_device_copyable<indexed<T, Index>> = is_device_copyable<T> && is_device_copyable<Index>;

/// Combines two tuples element by element, each by an operation of its own.
template <class... Op>
struct elementwise {
  tuple<Op...> operations;  ///< one for each element

  ALLOTYPE_FN constexpr elementwise(Op const&... op) : operations(op...) {}

  template <class... T>
    requires(sizeof...(T) == sizeof...(Op) && (std::is_invocable_r_v<T, Op const&, T const&, T const&> && ...) &&
             (detail::keeps_combined<Op, T> && ...))
  ALLOTYPE_FN constexpr tuple<T...> operator()(tuple<T...> const& a, tuple<T...> const& b) const {
    return combined(a, b, typename tuple<T...>::positions{});
  }

 private:
  template <class... T, int... Position>
  ALLOTYPE_FN constexpr tuple<T...> combined(tuple<T...> const& a, tuple<T...> const& b,
                                             std::integer_sequence<int, Position...>) const {
    return {T(operations.template get<Position>()(a.template get<Position>(), b.template get<Position>()))...};
  }
};

/// `Op`, and the leave to combine the values in another order also where that changes the last digits. On the CPU
/// `reduce` then combines several at a time, as fast as memory delivers them. A GPU does so in any case.
template <class Op>
struct reassociated {
  Op op;  ///< combines two values

  template <class T>
    requires std::is_invocable_v<Op const&, T const&, T const&>
  ALLOTYPE_FN constexpr auto operator()(T const& a, T const& b) const {
    return op(a, b);
  }
};
template <class Op>
reassociated(Op) -> reassociated<Op>;

/// `Op` combines two values of type `T` into one, and what it returns is kept whole as a `T`.
template <class Op, class T>
concept reduction_over = detail::combines_two<Op, T> && detail::keeps_combined<Op, T>;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

template <class... T>
struct std::tuple_size<allotype::tuple<T...>> : std::integral_constant<std::size_t, sizeof...(T)> {};
template <std::size_t Position, class... T>
struct std::tuple_element<Position, allotype::tuple<T...>> {
  using type = std::remove_reference_t<decltype(std::declval<allotype::tuple<T...>&>().template get<Position>())>;
};
