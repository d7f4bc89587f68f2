// SPDX-License-Identifier: BSL-1.0
/// \file
/// How much: the sizes of an index space of one to three dimensions, the slowest first (rows, columns).
#pragma once

#include <allotype/core/mode.hpp>
#include <allotype/dispatch/error.hpp>

namespace allotype {

namespace core {

template <class Integer>
struct index_for {
  using type = int;
};
template <class Integer>
  requires(sizeof(Integer) > 4)
struct index_for<Integer> {
  using type = long long;
};

}  // namespace core

/// The sizes of an index space. Kernels get their indices in the type that the sizes had: `int`, or 64 bits where one
/// of the sizes was given in 64 bits.
template <int Rank, class Index = int>
struct extents {
  static_assert(Rank >= 1 && Rank <= 3, "extents have one, two or three dimensions");
  using index_type = Index;
  static constexpr int rank = Rank;

  Index sizes[Rank]{};

  constexpr extents() = default;
  template <class... N>
    requires(sizeof...(N) == Rank)
  ALLOTYPE_FN constexpr extents(N... n) : sizes{static_cast<Index>(n)...} {}

  ALLOTYPE_FN constexpr Index operator[](int dimension) const { return sizes[dimension]; }

  /// The number of indices, in 64 bits whatever the index type.
  ALLOTYPE_FN constexpr long long count() const {
    long long n = 1;
    for (int i = 0; i < Rank; ++i) n *= sizes[i];
    return n;
  }

  friend constexpr bool operator==(extents const&, extents const&) = default;
};

template <class N>
extents(N) -> extents<1, typename core::index_for<N>::type>;
template <class N, class M>
extents(N, M) -> extents<2, typename core::index_for<decltype(N{} + M{})>::type>;
template <class N, class M, class K>
extents(N, M, K) -> extents<3, typename core::index_for<decltype(N{} + M{} + K{})>::type>;

namespace core {

[[noreturn]] inline void negative_extents(long long size) {
  throw size_error(message<2000>{} << "extents: a size of " << size << "; sizes are 0 or more");
}

template <int Rank, class Index>
constexpr void check(extents<Rank, Index> const& over) {
  for (int i = 0; i < Rank; ++i) {
    if (over[i] < 0) negative_extents(over[i]);
  }
}

}  // namespace core
}  // namespace allotype
