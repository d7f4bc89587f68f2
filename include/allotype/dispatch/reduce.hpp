// SPDX-License-Identifier: BSL-1.0
/// \file
/// `reduce(queue, extents, init, op, f)` combines the values of all indices to one.
#pragma once

#include <type_traits>

#include <allotype/dispatch/called.hpp>

namespace allotype {

/// `a + b`, an operation for `reduce` and for collectives. A backend or transport may recognise it and use its own.
struct plus {
  template <class T>
  ALLOTYPE_FN constexpr T operator()(T const& a, T const& b) const {
    return a + b;
  }
};
/// The smaller of two values, `a` if they are equal. For `reduce` and collectives, like `plus`.
struct minimum {
  template <class T>
  ALLOTYPE_FN constexpr T operator()(T const& a, T const& b) const {
    return b < a ? b : a;
  }
};
/// The larger of two values, `a` if they are equal. For `reduce` and collectives, like `plus`.
struct maximum {
  template <class T>
  ALLOTYPE_FN constexpr T operator()(T const& a, T const& b) const {
    return a < b ? b : a;
  }
};

/// `Op` combines two values of type `T` into one.
template <class Op, class T>
concept reduction_over = std::is_invocable_v<detail::as_called<Op>, T const&, T const&> &&
                         (detail::is_device_lambda<Op> || std::is_invocable_r_v<T, detail::as_called<Op>, T const&, T const&>);

inline namespace ALLOTYPE_MODE {

/// Combines `init` and `f(index)` of all indices by `op`, which must be associative and commutative. `init` counts once,
/// and its type is the type of the result. The order depends on the backend and on the number of threads, so floating-point
/// sums differ in the last digits. Waits for the work before it and for the result. `n` calls of `f` and of `op`.
/// \throws size_error if the extents are negative, too many for 64 bits, or on CUDA too many for their index type;
/// device_error if earlier work or the reduction failed
template <class A, int Rank, class Index, class T, class Op, class F>
T reduce(queue<A>& on, extents<Rank, Index> const& over, T const& init, Op const& op, F const& f) {
  constexpr bool callable = detail::can_be_called<F, extents<Rank, Index>>;
  constexpr bool holds = !callable || detail::holds_indices<F, extents<Rank, Index>>;
  constexpr bool copyable = detail::is_copied_as_bytes<F> && detail::is_copied_as_bytes<Op>;
  constexpr bool stays = !detail::reads_elsewhere<F, A>;
  constexpr bool combines = reduction_over<Op, T>;
  constexpr bool callable_here = mode_detail::runs_where_called<F, A> && mode_detail::runs_where_called<Op, A>;
  static_assert(callable,
                "reduce: the function cannot be called with these extents: it needs a const operator() that takes one "
                "index for each dimension, operator()(int), (int row, int column) or (int plane, int row, int column)");
  static_assert(holds,
                "reduce: the extents are 64-bit, and the function takes narrower indices: give its operator() parameters of "
                "64 bits, long long, or give the sizes as int");
  static_assert(copyable, "reduce: the function or the operation is not trivially copyable; hold views and numbers");
  static_assert(stays,
                "reduce: the function reads memory of another accelerator than the queue's: code reads only memory of its "
                "own accelerator, so copy it through the host");
  static_assert(combines, "reduce: the operation does not take two values of the initial value's type and return one");
  static_assert(callable_here,
                "reduce: the function or the operation is a lambda marked __device__, which only a CUDA GPU can call, and the "
                "queue is another accelerator's: mark it ALLOTYPE_FN, for both");
  if constexpr (callable && holds && copyable && stays && combines && callable_here) {
    constexpr bool converts =
        detail::is_device_lambda<F> || std::is_convertible_v<detail::kernel_result<F, extents<Rank, Index>>, T>;
    static_assert(converts, "reduce: what the function returns for an index does not convert to the initial value's type");
    if constexpr (converts && dispatchable<A>) {
      constexpr bool can_run = requires { run_reduce(mode_detail::backend_of<A>{}, on.state(), over, init, op, f); };
      static_assert(can_run,
                    "reduce: the header for this accelerator is missing: write #include <allotype/reduce.hpp>; a backend of "
                    "your own needs a run_reduce of its own");
      if constexpr (can_run) {
        detail::check(over);
        return run_reduce(mode_detail::backend_of<A>{}, on.state(), over, init, op, f);
      }
    }
  }
  return init;
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype
