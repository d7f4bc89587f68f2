// SPDX-License-Identifier: BSL-1.0
/// \file
/// Several dimensions in terms of one, for backends that have no more.
#pragma once

#include <allotype/dispatch/detail/at_position.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// `f`, called with the index at a position in row-major order.
template <class F, int Dimensions, class Index>
struct in_a_line {
  F f;
  extents<Dimensions, Index> over;

#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  ALLOTYPE_FN constexpr void operator()(long long position) const { value_at(over, position, f); }
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
