// SPDX-License-Identifier: BSL-1.0
/// \file
/// Loops in which the first index runs fastest: the backend's own loop over the dimensions in the other order.
#pragma once

#include <cstddef>
#include <utility>

#include <allotype/dispatch/detail/at_position.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

template <int Dimensions, class Index>
constexpr extents<Dimensions, Index> reversed(extents<Dimensions, Index> const& over) {
  extents<Dimensions, Index> result;
  for (int i = 0; i < Dimensions; ++i) result.sizes[i] = over.sizes[Dimensions - 1 - i];
  return result;
}

/// `f`, called with its indices in the other order.
template <class F>
struct reversed_indices {
  F f;

  template <class Index, class... More>
  ALLOTYPE_FN constexpr void operator()(Index first, More... more) const {
    constexpr int dimensions = 1 + sizeof...(More);
    Index const given[] = {first, static_cast<Index>(more)...};
    Index index[std::size_t{dimensions}];
    for (int i = 0; i < dimensions; ++i) index[i] = given[dimensions - 1 - i];
    call_with(index, f, std::make_integer_sequence<int, dimensions>{});
  }
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  /// Hands the function inside to `called`, with its arguments.
  template <class Call, class... Index>
  ALLOTYPE_FN constexpr void calls_inside(Call const& called, Index... index) const {
    called(f, index...);
  }
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
