// SPDX-License-Identifier: BSL-1.0
/// \file
/// Indices counted in row-major order. A position has 64 bits, whatever the index type: extents of `int` may have more
/// than 2^31 indices together. Only a GPU's kernels count in the index type, because 64 bits take two instructions;
/// what 32 bits cannot count is refused before they run.
#pragma once

#include <cstddef>
#include <utility>

#include <allotype/dispatch/extents.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

// Whether the function can be called where it runs, the verbs check.
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
template <class Index, class F, int... Dimension>
ALLOTYPE_FN constexpr auto call_with(Index const* index, F const& f, std::integer_sequence<int, Dimension...>) {
  return f(index[Dimension]...);
}

/// The index at `position`. Every verb and backend asks here.
template <int Dimensions, class Index, class Position>
ALLOTYPE_FN constexpr void index_at(extents<Dimensions, Index> const& over, Position position, Index* index) {
  for (int dimension = Dimensions - 1; dimension > 0; --dimension) {
    index[dimension] = static_cast<Index>(position % over[dimension]);
    position = static_cast<Position>(position / over[dimension]);
  }
  index[0] = static_cast<Index>(position);
}

/// What `f` returns for the index at `position`.
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
template <int Dimensions, class Index, class Position, class F>
ALLOTYPE_FN constexpr auto value_at(extents<Dimensions, Index> const& over, Position position, F const& f) {
  Index index[std::size_t{Dimensions}];
  index_at(over, position, index);
  return call_with(index, f, std::make_integer_sequence<int, Dimensions>{});
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
