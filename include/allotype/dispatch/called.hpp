// SPDX-License-Identifier: BSL-1.0
/// \file
/// `called{f}`: a function that is once in a GPU kernel and is called, where `reduce` would copy it into many places.
#pragma once

#include <type_traits>

#include <allotype/dispatch/for_each.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

#ifdef __CUDACC__
/// The one copy of `f` in a kernel. `f` is passed by value, so that the caller can keep it in registers.
template <class F, class... Index>
__noinline__ __device__ std::invoke_result_t<F const&, Index...> call(F const f, Index... index) {
  return f(index...);
}
#endif

}  // namespace detail

/// Gives the same result as `f`. `reduce` on a GPU unrolls its loops and copies its function into many places, so a
/// large function makes a large kernel that compiles slowly. `called{f}` keeps one copy and calls it, which costs a
/// call for each index. On the CPU there is one copy in any case, and `called{f}` is the same as `f`.
template <class F>
struct called {
  F f;  ///< what is called

  template <class... Index>
    requires std::is_invocable_v<F const&, Index...>
  ALLOTYPE_FN std::invoke_result_t<F const&, Index...> operator()(Index... index) const {
#ifdef __CUDA_ARCH__
    return detail::call(f, index...);
#else
    return f(index...);
#endif
  }
};
template <class F>
called(F) -> called<F>;

namespace detail {

// The checks of a verb look at the function inside.
template <class F, class A>
inline constexpr bool reads_elsewhere<called<F>, A> = reads_elsewhere<F, A>;
template <class F, class Over>
struct kernel_parameters<called<F>, Over> : kernel_parameters<F, Over> {};
template <class F, class Over>
struct kernel_indices<called<F>, Over, true> : kernel_indices<F, Over> {};

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
