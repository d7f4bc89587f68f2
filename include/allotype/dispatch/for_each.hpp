// SPDX-License-Identifier: BSL-1.0
/// \file
/// `for_each(queue, extents, kernel)` calls the kernel once for each index, in any order.
#pragma once

#include <type_traits>

#include <allotype/dispatch/buffer.hpp>
#include <allotype/dispatch/detail/extended_lambda.hpp>

namespace allotype {

namespace detail {

template <class F, class Extents>
struct call_for_index;
template <class F, class Index>
struct call_for_index<F, extents<1, Index>> {
  static constexpr bool possible = std::is_invocable_v<as_called<F>, Index>;
  using result = std::invoke_result<as_called<F>, Index>;
};
template <class F, class Index>
struct call_for_index<F, extents<2, Index>> {
  static constexpr bool possible = std::is_invocable_v<as_called<F>, Index, Index>;
  using result = std::invoke_result<as_called<F>, Index, Index>;
};
template <class F, class Index>
struct call_for_index<F, extents<3, Index>> {
  static constexpr bool possible = std::is_invocable_v<as_called<F>, Index, Index, Index>;
  using result = std::invoke_result<as_called<F>, Index, Index, Index>;
};

template <class F, class Extents>
inline constexpr bool can_be_called = call_for_index<F, Extents>::possible;

/// Stands for a 64-bit index: it converts only to integers of at least 64 bits.
struct wide_index {
  template <class Integer>
    requires(std::is_integral_v<Integer> && sizeof(Integer) >= sizeof(long long))
  operator Integer() const;
};
template <class F, class... Indices>
concept takes_wide_indices =
    requires(as_called<F> f, Indices... index) { f({index}...); } ||
    // Parameters with deduced types, which the braces above cannot deduce.
    requires(as_called<F> f) { f.template operator()<long long>(std::conditional_t<true, long long, Indices>{}...); };

/// The kernel's parameters hold every index: a 64-bit index is not cut to an `int`.
template <class F, class Extents>
inline constexpr bool holds_indices = true;
template <class F>
inline constexpr bool holds_indices<F, extents<1, long long>> = takes_wide_indices<F, wide_index>;
template <class F>
inline constexpr bool holds_indices<F, extents<2, long long>> = takes_wide_indices<F, wide_index, wide_index>;
template <class F>
inline constexpr bool holds_indices<F, extents<3, long long>> = takes_wide_indices<F, wide_index, wide_index, wide_index>;

template <class F, class Extents>
using kernel_result = typename call_for_index<F, Extents>::result::type;

}  // namespace detail

/// `F` is a kernel over `Extents`: its const call operator takes one integer for each dimension, the slowest first, wide
/// enough for the index type, and it can be copied to a device byte by byte.
template <class F, class Extents>
concept kernel_over = detail::can_be_called<F, Extents> && detail::holds_indices<F, Extents> && detail::is_copied_as_bytes<F>;

inline namespace ALLOTYPE_MODE {

/// Calls `kernel(i)`, `kernel(row, column)` or `kernel(plane, row, column)` once for each index. On CUDA it returns at
/// once; errors of the kernel arrive at the next `wait`, copy to the host or `reduce`. On the CPU an exception of the
/// kernel arrives at the caller.
/// \throws size_error if a size is negative, 64 bits cannot hold the number of indices, or a CUDA grid cannot cover them;
/// device_error if CUDA refuses the launch
template <class A, int Rank, class Index, class Kernel>
void for_each(queue<A>& on, extents<Rank, Index> const& over, Kernel const& kernel) {
  constexpr bool callable = detail::can_be_called<Kernel, extents<Rank, Index>>;
  constexpr bool holds = !callable || detail::holds_indices<Kernel, extents<Rank, Index>>;
  constexpr bool copyable = detail::is_copied_as_bytes<Kernel>;
  constexpr bool stays = !detail::reads_elsewhere<Kernel, A>;
  constexpr bool callable_here = mode_detail::runs_where_called<Kernel, A>;
  static_assert(callable,
                "the kernel cannot be called with these extents: it needs a const operator() that takes one index for "
                "each dimension, operator()(int), (int row, int column) or (int plane, int row, int column)");
  static_assert(holds,
                "the extents are 64-bit, and the kernel takes narrower indices: give its operator() parameters of 64 bits, "
                "long long, or give the sizes as int");
  static_assert(copyable,
                "the kernel is not trivially copyable: it is copied to the device byte by byte; hold views and numbers, "
                "not containers");
  static_assert(stays,
                "the kernel reads memory of another accelerator than the queue's: code reads only memory of its own "
                "accelerator, so copy it through the host");
  static_assert(callable_here,
                "the kernel is a lambda marked __device__, which only a CUDA GPU can call, and the queue is another "
                "accelerator's: mark it ALLOTYPE_FN, for both");
  if constexpr (callable && holds && copyable && stays && callable_here && dispatchable<A>) {
    detail::check(over);
    run_for_each(mode_detail::backend_of<A>{}, on.state(), over, kernel);
  }
}

namespace mode_detail {

template <class T>
struct fill_kernel {
  T* elements;
  T value;
  ALLOTYPE_FN void operator()(long long i) const { elements[i] = value; }
};

}  // namespace mode_detail

/// Sets every element of the buffer to `value`. Asynchronous if the backend is.
/// \throws device_error if CUDA refuses the launch
template <class A, class T, class Owner>
void fill(queue<A>& on, buffer<T, Owner>& to, std::type_identity_t<T> value) {
  if constexpr (mode_detail::same_accelerator<Owner, A>::value) {
    for_each(on, extents<1, long long>{to.size()}, mode_detail::fill_kernel<T>{to.data(), value});
  }
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype
