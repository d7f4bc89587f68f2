// SPDX-License-Identifier: BSL-1.0
/// \file
/// Indices counted in row-major order: verbs that go through all indices in one line call a function by position.
#pragma once

#include <cstddef>
#include <utility>

#include <allotype/dispatch/extents.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

// Whether the function can be called where it runs, the verbs check.
#ifdef __CUDACC__
#  pragma nv_exec_check_disable
#endif
template <class Index, class F, int... Dimension>
ALLOTYPE_FN constexpr auto call_with(Index const* index, F const& f, std::integer_sequence<int, Dimension...>) {
  return f(index[Dimension]...);
}

/// What `f` returns for the index at `position`.
#ifdef __CUDACC__
#  pragma nv_exec_check_disable
#endif
template <int Rank, class Index, class F>
ALLOTYPE_FN constexpr auto value_at(extents<Rank, Index> const& over, std::type_identity_t<Index> position, F const& f) {
  Index index[std::size_t{Rank}];
  for (int dimension = Rank - 1; dimension > 0; --dimension) {
    index[dimension] = position % over[dimension];
    position /= over[dimension];
  }
  index[0] = position;
  return call_with(index, f, std::make_integer_sequence<int, Rank>{});
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
