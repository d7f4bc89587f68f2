// SPDX-License-Identifier: BSL-1.0
/// \file
/// Boxes in terms of extents: backends count indices from 0, and the function gets them with the box's beginning added.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <allotype/dispatch/box.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

template <class Type>
inline constexpr bool is_index_range = false;
template <int Dimensions, class Index>
inline constexpr bool is_index_range<extents<Dimensions, Index>> = true;
template <int Dimensions, class Index>
inline constexpr bool is_index_range<box<Dimensions, Index>> = true;

/// What verbs go over: extents or a box.
template <class Type>
concept index_range = is_index_range<Type>;

/// `f` for the indices of a box. The result type is stated, because nvcc's host compiler does not know that of a lambda
/// marked
/// `__device__`.
template <class Result, class F, int Dimensions, class Index>
struct shifted {
  F f;
  Index begin[std::size_t{Dimensions}];

  template <class... I>
  ALLOTYPE_FN constexpr Result operator()(I... index) const {
    return call(std::make_integer_sequence<int, Dimensions>{}, index...);
  }

  /// Hands the function inside to `call`, with its arguments.
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  template <class Call, class... I>
  ALLOTYPE_FN constexpr void calls_inside(Call const& call, I... index) const {
    call(f, static_cast<Index>(index)...);
  }

 private:
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  template <int... Dimension, class... I>
  ALLOTYPE_FN constexpr Result call(std::integer_sequence<int, Dimension...>, I... index) const {
    return static_cast<Result>(f(static_cast<Index>(begin[Dimension] + index)...));
  }
};

/// Calls `run(extents, f)` so that `f` gets the indices of `over`, and returns what it returns.
template <class Result, int Dimensions, class Index, class F, class Run>
constexpr decltype(auto) counted_from_zero(extents<Dimensions, Index> const& over, F const& f, Run const& run) {
  return run(over, f);
}
template <class Result, int Dimensions, class Index, class F, class Run>
constexpr decltype(auto) counted_from_zero(box<Dimensions, Index> const& over, F const& f, Run const& run) {
  shifted<Result, F, Dimensions, Index> from_beginning{f, {}};
  for (int i = 0; i < Dimensions; ++i) from_beginning.begin[i] = over.begin[i];
  return run(over.extents(), from_beginning);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
