// SPDX-License-Identifier: BSL-1.0
/// \file
/// `called{f}`: a function that GPU code calls rather than copies.
#pragma once

#include <type_traits>

#include <allotype/dispatch/for_each.hpp>

namespace allotype {

namespace detail {

#ifdef __CUDACC__
/// The one copy of `f` in a kernel. It is handed over by value, so that the caller can keep it in registers.
template <class F, class... Index>
__noinline__ __device__ std::invoke_result_t<F const&, Index...> call(F const f, Index... index) {
  return f(index...);
}
#endif

}  // namespace detail

/// Does what `f` does. `reduce` on a GPU has its function in many places, CUB unrolls its loops; a large one makes
/// large kernels there, which take long to compile. In `called{f}` it stands once, and costs a call for each index.
/// On the CPU it changes nothing: a loop has its function in one place.
template <class F>
struct called {
  F f;

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

// What verbs ask about a kernel, they ask about the function.
template <class F, class A>
inline constexpr bool reads_elsewhere<called<F>, A> = reads_elsewhere<F, A>;
template <class F>
inline constexpr bool is_copied_as_bytes<called<F>> = is_copied_as_bytes<F>;
template <class F>
inline constexpr bool holds_indices<called<F>, extents<1, long long>> = holds_indices<F, extents<1, long long>>;
template <class F>
inline constexpr bool holds_indices<called<F>, extents<2, long long>> = holds_indices<F, extents<2, long long>>;
template <class F>
inline constexpr bool holds_indices<called<F>, extents<3, long long>> = holds_indices<F, extents<3, long long>>;

}  // namespace detail
}  // namespace allotype
