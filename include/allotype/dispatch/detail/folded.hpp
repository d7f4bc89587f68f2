// SPDX-License-Identifier: BSL-1.0
/// \file
/// More than three dimensions in terms of three, for backends that have no more: the slow dimensions are one, counted
/// in row-major order.
#pragma once

#include <utility>

#include <allotype/dispatch/detail/at_position.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

[[noreturn]] inline void slow_dimensions_need_64_bits(long long count) {
  throw size_error(message<2000>{} << "for_each: all dimensions but the last two have " << count
                                   << " indices together; a CUDA grid counts them in the 32 bits of these extents");
}

/// \pre check(over)
/// \throws size_error if a `Position` cannot count the slow dimensions
template <class Position, int Rank, class Index>
constexpr extents<3, Position> folded_extents(extents<Rank, Index> const& over) {
  extents<Rank, long long> slow;
  for (int i = 0; i < Rank; ++i) slow.sizes[i] = i < Rank - 2 ? over[i] : 1;
  long long const count = slow.count();
  if (sizeof(Position) == 4 && count > 0x7fffffff) slow_dimensions_need_64_bits(count);
  return {count, over[Rank - 2], over[Rank - 1]};
}

/// `f`, called with the indices of three dimensions.
template <class F, int Rank, class Index, class Position>
struct folded {
  F f;
  extents<Rank, Index> over;

  ALLOTYPE_FN constexpr void operator()(Position slow, Position row, Position column) const {
    extents<Rank - 2, Index> slow_dimensions;
    for (int i = 0; i < Rank - 2; ++i) slow_dimensions.sizes[i] = over[i];
    Index index[std::size_t{Rank}];
    index_at(slow_dimensions, slow, index);
    index[Rank - 2] = static_cast<Index>(row);
    index[Rank - 1] = static_cast<Index>(column);
    call_with(index, f, std::make_integer_sequence<int, Rank>{});
  }

  /// Hands the function inside to `called`, with its arguments.
  template <class Call>
  ALLOTYPE_FN constexpr void calls_inside(Call const& called, Position slow, Position, Position) const {
    hand_over(called, static_cast<Index>(slow), std::make_integer_sequence<int, Rank>{});
  }

 private:
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  template <class Call, int... Dimension>
  ALLOTYPE_FN constexpr void hand_over(Call const& called, Index index,
                                       std::integer_sequence<int, Dimension...>) const {
    called(f, (static_cast<void>(Dimension), index)...);
  }
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
