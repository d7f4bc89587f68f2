// SPDX-License-Identifier: BSL-1.0
/// \file
/// More than three dimensions in terms of three, for backends that have no more: the slow dimensions are one, counted in
/// row-major order.
#pragma once

#include <allotype/dispatch/extents.hpp>

#include <utility>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

[[noreturn]] inline void slow_dimensions_need_64_bits(long long count) {
  throw size_error(message<2000>{} << "for_each: all dimensions but the last two have " << count
                                   << " indices together, which need 64 bits: give the extents in 64 bits");
}

/// \pre check(over)
/// \throws size_error if the index type cannot count the slow dimensions
template <int Rank, class Index>
constexpr extents<3, Index> folded_extents(extents<Rank, Index> const& over) {
  extents<Rank, long long> slow;
  for (int i = 0; i < Rank; ++i) slow.sizes[i] = i < Rank - 2 ? over[i] : 1;
  long long const count = slow.count();
  if (sizeof(Index) == 4 && count > 0x7fffffff) slow_dimensions_need_64_bits(count);
  return {count, over[Rank - 2], over[Rank - 1]};
}

/// `f`, called with the indices of three dimensions.
template <class F, int Rank, class Index>
struct folded {
  F f;
  extents<Rank, Index> over;

  ALLOTYPE_FN constexpr void operator()(Index slow, Index row, Index column) const { call(slow, row, column); }

  /// Hands the function inside to `called`, with its arguments.
  template <class Call>
  ALLOTYPE_FN constexpr void calls_inside(Call const& called, Index slow, Index, Index) const {
    hand_over(called, slow, std::make_integer_sequence<int, Rank>{});
  }

 private:
#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
  template <class Call, int... Dimension>
  ALLOTYPE_FN constexpr void hand_over(Call const& called, Index index,
                                       std::integer_sequence<int, Dimension...>) const {
    called(f, (static_cast<void>(Dimension), index)...);
  }

#ifdef __CUDACC__
#  pragma nv_exec_check_disable
#endif
  template <class... I>
  ALLOTYPE_FN constexpr void call(Index slow, I... index) const {
    if constexpr (sizeof...(I) == Rank - 1) {
      f(slow, index...);
    } else {
      Index const size = over[Rank - 1 - static_cast<int>(sizeof...(I))];
      call(static_cast<Index>(slow / size), static_cast<Index>(slow % size), index...);
    }
  }
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
