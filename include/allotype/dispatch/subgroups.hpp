// SPDX-License-Identifier: BSL-1.0
/// \file
/// `subgroups<32>(block)`: the warps of a block, or parts of them, each of which works on a range of its own.
#pragma once

#include <type_traits>

#include <allotype/core/mode.hpp>
#include <allotype/dispatch/detail/block_range_checks.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

inline namespace ALLOTYPE_MODE {

/// The block's threads in groups of `Lanes`: 1, 2, 4, 8, 16 or 32. The members:
///
/// | member                    | meaning                                                                           |
/// |---------------------------|-----------------------------------------------------------------------------------|
/// | `for_each(n, f)`          | calls `f(subgroup, i)` for each index below `n`; subgroups share the indices      |
/// | `for_each_nowait(n, f)`   | the same without the barrier of the block at its end                              |
/// | `count()`, `lanes()`      | how many subgroups the block has, and the threads of each                         |
///
/// A subgroup has the ranges of a block, and its threads wait for each other alone: no barrier of the block.
template <int Lanes, class Block>
[[nodiscard]] ALLOTYPE_FN auto subgroups(Block const& block) {
  constexpr bool is_block = requires { subgroups_of(block, std::integral_constant<int, Lanes>{}); };
  constexpr bool in_a_line = !requires { block.index(0); };
  static_assert(is_block, "subgroups<N>(block): the argument is the block that launch passes to its kernel");
  static_assert(in_a_line, "subgroups<N>(block): the block has several dimensions: count its threads in one");
  if constexpr (is_block && in_a_line) {
    using result = decltype(subgroups_of(block, std::integral_constant<int, Lanes>{}));
    using question = detail::lanes_question<result::count() * result::lanes(), Lanes>;
    if constexpr (!question::value) (void)sizeof(typename question::report);  // no function: the error is shorter
    return subgroups_of(block, std::integral_constant<int, Lanes>{});
  }
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
