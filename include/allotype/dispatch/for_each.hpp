// SPDX-License-Identifier: BSL-1.0
/// \file
/// `for_each(queue, extents, kernel)`: the kernel once for each index, in no promised order.
#pragma once

#include <type_traits>

#include <allotype/dispatch/buffer.hpp>

namespace allotype {

namespace core {

template <class F, int Rank, class Index>
struct result_of_kernel;
template <class F, class Index>
struct result_of_kernel<F, 1, Index> : std::invoke_result<F const&, Index> {};
template <class F, class Index>
struct result_of_kernel<F, 2, Index> : std::invoke_result<F const&, Index, Index> {};
template <class F, class Index>
struct result_of_kernel<F, 3, Index> : std::invoke_result<F const&, Index, Index, Index> {};

template <class F, class Extents>
using kernel_result = typename result_of_kernel<F, Extents::rank, typename Extents::index_type>::type;

}  // namespace core

/// `F` can be called for an index of `Extents`: const, with one integer a dimension, the slowest first.
template <class F, class Extents>
concept kernel_over = requires { typename core::kernel_result<F, Extents>; } && std::is_trivially_copyable_v<F>;

inline namespace ALLOTYPE_MODE {

namespace detail {

template <class Kernel, class Extents, class A>
struct kernel_check {
  static_assert(requires { typename core::kernel_result<Kernel, Extents>; },
                "the kernel cannot be called with these extents: it needs a const operator() that takes one index for "
                "each dimension, operator()(int), (int row, int column) or (int plane, int row, int column)");
  static_assert(std::is_trivially_copyable_v<Kernel>,
                "the kernel is not trivially copyable: it is copied to the device byte by byte; hold views and numbers, "
                "not containers");
  static_assert(stays_on<Kernel, A>,
                "the kernel reads memory of another accelerator than the queue's: memory of one is not read on another; "
                "copy it through the host");
  static constexpr bool value = kernel_over<Kernel, Extents> && stays_on<Kernel, A>;
};

}  // namespace detail

/// Calls `kernel(i)`, `kernel(row, column)` or `kernel(plane, row, column)` once for each index. Returns at once where
/// the backend is asynchronous; errors of the work reach `wait`. On CUDA the slower dimensions reach as far as a grid
/// does, else `size_error`.
template <class A, int Rank, class Index, class Kernel>
void for_each(queue<A>& on, extents<Rank, Index> const& over, Kernel const& kernel) {
  if constexpr (detail::kernel_check<Kernel, extents<Rank, Index>, A>::value && dispatchable<A>) {
    core::check(over);
    run_for_each(backend_of<A>{}, on.state(), over, kernel);
  }
}

/// Sets every element to `value`.
template <class T, class A>
struct fill_kernel {
  T* elements;
  T value;
  ALLOTYPE_FN void operator()(long long i) const { elements[i] = value; }
};

/// Sets every element of the buffer to `value`.
template <class A, class T, class Owner>
void fill(queue<A>& on, buffer<T, Owner>& to, std::type_identity_t<T> value) {
  if constexpr (detail::same_accelerator<Owner, A>::value) {
    for_each(on, extents<1, long long>{to.size()}, fill_kernel<T, A>{to.data(), value});
  }
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype
