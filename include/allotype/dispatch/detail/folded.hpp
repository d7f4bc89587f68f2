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
template <class Position, int Dimensions, class Index>
constexpr extents<3, Position> folded_extents(extents<Dimensions, Index> const& over) {
  extents<Dimensions, long long> slow;
  for (int i = 0; i < Dimensions; ++i) slow.sizes[i] = i < Dimensions - 2 ? over[i] : 1;
  long long const count = slow.size();
  if (sizeof(Position) == 4 && count > 0x7fffffff) slow_dimensions_need_64_bits(count);
  return {count, over[Dimensions - 2], over[Dimensions - 1]};
}

/// `f`, called with the indices of three dimensions.
template <class F, int Dimensions, class Index, class Position>
struct folded {
  F f;
  extents<Dimensions, Index> over;

  ALLOTYPE_FN constexpr void operator()(Position slow, Position row, Position column) const {
    extents<Dimensions - 2, Index> slow_dimensions;
    for (int i = 0; i < Dimensions - 2; ++i) slow_dimensions.sizes[i] = over[i];
    Index index[std::size_t{Dimensions}];
    index_at(slow_dimensions, slow, index);
    index[Dimensions - 2] = static_cast<Index>(row);
    index[Dimensions - 1] = static_cast<Index>(column);
    call_with(index, f, std::make_integer_sequence<int, Dimensions>{});
  }

  /// Hands the function inside to `called`, with its arguments.
  template <class Call>
  ALLOTYPE_FN constexpr void calls_inside(Call const& called, Position slow, Position, Position) const {
    hand_over(called, static_cast<Index>(slow), std::make_integer_sequence<int, Dimensions>{});
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
