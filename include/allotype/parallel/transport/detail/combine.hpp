// SPDX-License-Identifier: BSL-1.0
/// \file
/// How values of several ranks become one: in the order of the ranks, whatever moves the bytes. Threads and processes
/// therefore give the same bits.
#pragma once

#include <allotype/core/number_format.hpp>

#include <cstddef>
#include <cstring>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// `out[i] = op(left[i], right[i])`, in the type in which values of type `T` are summed.
template <class T, class Left, class Right, class Out, class Op>
void combine_each(Left const* left, Right const* right, std::size_t count, Out* out, Op const& op) {
  using wide = accumulation_t<T>;
  auto const each = [&op, count, out](auto const* first, auto const* second) {
    for (std::size_t i = 0; i < count; ++i) {
      out[i] = static_cast<Out>(op(static_cast<wide>(first[i]), static_cast<wide>(second[i])));
    }
  };
  // In place is a case of its own: compilers use no vectors where they must fear that the two overlap.
  if (static_cast<void const*>(out) == left) {
    each(out, right);
  } else if (static_cast<void const*>(out) == right) {
    each(left, out);
  } else {
    each(left, right);
  }
}

/// `out[i] = op(… op(op(part_of(0)[i], part_of(1)[i]), part_of(2)[i]) …)`. `out` may be one of the parts.
/// Complexity: ranks × count operations.
template <class T, class PartOf, class Op>
void combine_in_rank_order(PartOf const& part_of, int ranks, std::size_t count, T* out, Op const& op) {
  if (count == 0) return;
  if (ranks == 1) {
    std::memmove(out, part_of(0), count * sizeof(T));
  } else if (ranks == 2) {
    combine_each<T>(part_of(0), part_of(1), count, out, op);
  } else {
    constexpr std::size_t block = 512;  // fits the first cache
    accumulation_t<T> sums[block];
    for (std::size_t begin = 0; begin < count; begin += block) {
      std::size_t const n = count - begin < block ? count - begin : block;
      combine_each<T>(part_of(0) + begin, part_of(1) + begin, n, sums, op);
      for (int rank = 2; rank + 1 < ranks; ++rank) combine_each<T>(sums, part_of(rank) + begin, n, sums, op);
      combine_each<T>(sums, part_of(ranks - 1) + begin, n, out + begin, op);
    }
  }
}

/// Where the share of rank `rank` begins when `count` elements are split evenly; the share of the last ends at `count`.
constexpr std::size_t share_begin(std::size_t count, int ranks, int rank) {
  std::size_t const each = count / static_cast<std::size_t>(ranks), more = count % static_cast<std::size_t>(ranks);
  std::size_t const before = static_cast<std::size_t>(rank);
  return each * before + (before < more ? before : more);
}

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
