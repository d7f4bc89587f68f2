// SPDX-License-Identifier: BSL-1.0
/// \file
/// `reduce(queue, extents, init, op, f)`: one value out of many.
#pragma once

#include <concepts>
#include <type_traits>

#include <allotype/dispatch/for_each.hpp>

namespace allotype {

/// The sum, as an operation that backends may recognise. `minimum` and `maximum` likewise.
struct plus {
  template <class T>
  ALLOTYPE_FN constexpr T operator()(T const& a, T const& b) const {
    return a + b;
  }
};
struct minimum {
  template <class T>
  ALLOTYPE_FN constexpr T operator()(T const& a, T const& b) const {
    return b < a ? b : a;
  }
};
struct maximum {
  template <class T>
  ALLOTYPE_FN constexpr T operator()(T const& a, T const& b) const {
    return a < b ? b : a;
  }
};

/// `Op` combines two `T` to one.
template <class Op, class T>
concept reduction_over = requires(Op const& op, T const& value) {
  { op(value, value) } -> std::convertible_to<T>;
};

inline namespace ALLOTYPE_MODE {

namespace detail {

template <class Kernel, class Extents, class T, class Op>
struct reduction_check {
  static_assert(std::is_convertible_v<core::kernel_result<Kernel, Extents>, T>,
                "reduce: what the function returns for an index does not convert to the type of the initial value");
  static_assert(reduction_over<Op, T>, "reduce: the operation does not take two values of the initial value's type");
  static constexpr bool value =
      std::is_convertible_v<core::kernel_result<Kernel, Extents>, T> && reduction_over<Op, T>;
};

}  // namespace detail

/// `op(init, f(index), f(index), …)` over all indices. `op` is associative and commutative, and combines partial results
/// in an order that depends on the backend and on the number of threads: floating-point sums differ in the last digits.
/// Waits for the work before it; throws what went wrong in it.
template <class A, int Rank, class Index, class T, class Op, class Kernel>
T reduce(queue<A>& on, extents<Rank, Index> const& over, T const& init, Op const& op, Kernel const& f) {
  if constexpr (detail::kernel_check<Kernel, extents<Rank, Index>, A>::value) {
    if constexpr (detail::reduction_check<Kernel, extents<Rank, Index>, T, Op>::value && dispatchable<A>) {
      core::check(over);
      return run_reduce(backend_of<A>{}, on.state(), over, init, op, f);
    }
  }
  return init;
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype
