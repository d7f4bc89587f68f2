// SPDX-License-Identifier: BSL-1.0
/// \file
/// How values of several ranks become one: in the order of the ranks, whatever moves the bytes. Threads and processes
/// therefore give the same bits.
#pragma once

#include <cstddef>

namespace allotype {

/// The type in which values of type `T` are summed. Number formats narrower than `float` name a wider one, so that a
/// sum is rounded once, at its end.
template <class T>
struct accumulation {
  using type = T;
};
template <class T>
  requires requires { typename T::accumulate_type; }
struct accumulation<T> {
  using type = typename T::accumulate_type;
};
template <class T>
using accumulation_t = typename accumulation<T>::type;

namespace core {

/// `out[i] = op(… op(op(parts[0][i], parts[1][i]), parts[2][i]) …)`. `out` may be one of the parts.
/// Complexity: ranks × count operations.
template <class T, class Op>
void combine_in_rank_order(T const* const* parts, int ranks, std::size_t count, T* out, Op const& op) {
  using wide = accumulation_t<T>;
  constexpr std::size_t block = 512;  // fits the first cache, and lets the compiler vectorise over elements
  wide sums[block];
  for (std::size_t begin = 0; begin < count; begin += block) {
    std::size_t const n = count - begin < block ? count - begin : block;
    for (std::size_t i = 0; i < n; ++i) sums[i] = static_cast<wide>(parts[0][begin + i]);
    for (int rank = 1; rank < ranks; ++rank) {
      T const* const part = parts[rank] + begin;
      for (std::size_t i = 0; i < n; ++i) sums[i] = op(sums[i], static_cast<wide>(part[i]));
    }
    for (std::size_t i = 0; i < n; ++i) out[begin + i] = static_cast<T>(sums[i]);
  }
}

/// Where the share of rank `rank` begins when `count` elements are split evenly; the share of the last ends at `count`.
constexpr std::size_t share_begin(std::size_t count, int ranks, int rank) {
  std::size_t const each = count / static_cast<std::size_t>(ranks), more = count % static_cast<std::size_t>(ranks);
  std::size_t const before = static_cast<std::size_t>(rank);
  return each * before + (before < more ? before : more);
}

}  // namespace core
}  // namespace allotype
