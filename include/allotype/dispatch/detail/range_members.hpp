// SPDX-License-Identifier: BSL-1.0
/// \file
/// The members of blocks and subgroups that run ranges. What they do is in `allotype/block_ranges.hpp`, which the
/// umbrella header does not read.
#pragma once

#include <allotype/core/mode.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// Where a range stands in the user's program; only checked builds know it.
struct range_place {
#ifdef ALLOTYPE_CHECKED
  char const* file = __builtin_FILE();
  int line = __builtin_LINE();
#endif
};

/// What the threads of `Team`, a block or a subgroup, do. That header defines it for the teams of each backend; without
/// it compilers print the name, which is the sentence.
template <class Team, class Range>
struct ranges_in_a_block_need_include_allotype_block_ranges_hpp;

/// Numbers are taken by value: a constant at namespace scope has no address on the device.
template <class Team>
class range_members {
  using place = range_place;

 public:
  template <class N, class F>
  [[gnu::always_inline]] ALLOTYPE_FN void for_each(N n, F const& f, place at = {}) const {
    ranges_in_a_block_need_include_allotype_block_ranges_hpp<Team, N>::for_each(n, f, at);
  }
  template <class N, class F>
  [[gnu::always_inline]] ALLOTYPE_FN void for_each_nowait(N n, F const& f, place at = {}) const {
    ranges_in_a_block_need_include_allotype_block_ranges_hpp<Team, N>::for_each_nowait(n, f, at);
  }
  template <class F>
  [[gnu::always_inline]] ALLOTYPE_FN void single(F const& f, place at = {}) const {
    ranges_in_a_block_need_include_allotype_block_ranges_hpp<Team, F>::single(f, at);
  }
  template <class F>
  [[gnu::always_inline]] ALLOTYPE_FN void single_nowait(F const& f, place at = {}) const {
    ranges_in_a_block_need_include_allotype_block_ranges_hpp<Team, F>::single_nowait(f, at);
  }
  template <class F>
  [[nodiscard, gnu::always_inline]] ALLOTYPE_FN auto broadcast(F const& f, place at = {}) const {
    return ranges_in_a_block_need_include_allotype_block_ranges_hpp<Team, F>::broadcast(f, at);
  }
  template <class N, class T, class Op, class F>
  [[nodiscard, gnu::always_inline]] ALLOTYPE_FN T reduce(N n, T init, Op const& op, F const& f, place at = {}) const {
    return ranges_in_a_block_need_include_allotype_block_ranges_hpp<Team, N>::reduce(n, init, op, f, at);
  }
  template <class N, class F>
  [[nodiscard, gnu::always_inline]] ALLOTYPE_FN auto count(N n, F const& f, place at = {}) const {
    return ranges_in_a_block_need_include_allotype_block_ranges_hpp<Team, N>::count(n, f, at);
  }
  template <class N, class F>
  [[nodiscard, gnu::always_inline]] ALLOTYPE_FN bool any(N n, F const& f, place at = {}) const {
    return ranges_in_a_block_need_include_allotype_block_ranges_hpp<Team, N>::any(n, f, at);
  }
  template <class N, class F>
  [[nodiscard, gnu::always_inline]] ALLOTYPE_FN bool all(N n, F const& f, place at = {}) const {
    return ranges_in_a_block_need_include_allotype_block_ranges_hpp<Team, N>::all(n, f, at);
  }
  template <class N, class T, class Op, class F, class Store>
  [[gnu::always_inline]] ALLOTYPE_FN T inclusive_scan(N n, T init, Op const& op, F const& f, Store const& store,
                                                      place at = {}) const {
    return ranges_in_a_block_need_include_allotype_block_ranges_hpp<Team, N>::template scan<true>(n, init, op, f, store,
                                                                                                  at);
  }
  template <class N, class T, class Op, class F, class Store>
  [[gnu::always_inline]] ALLOTYPE_FN T exclusive_scan(N n, T init, Op const& op, F const& f, Store const& store,
                                                      place at = {}) const {
    return ranges_in_a_block_need_include_allotype_block_ranges_hpp<Team, N>::template scan<false>(n, init, op, f,
                                                                                                   store, at);
  }
};

/// The error of a range in a block whose number of threads is known while the program runs.
template <class... Arguments>
struct range_of_sized_block {
  static_assert(
      sizeof...(Arguments) == 0,
      "for_each and reduce of a block need a constant number of threads: threads_per_block<N> without at_most");
};

/// A block whose number of threads is known while the program runs has no ranges: these do not compile, and say why.
struct no_ranges_of_sized_block {
  template <class... Arguments>
  ALLOTYPE_FN void for_each(Arguments const&...) const {
    (void)sizeof(range_of_sized_block<Arguments...>);
  }
  template <class... Arguments>
  ALLOTYPE_FN void reduce(Arguments const&...) const {
    (void)sizeof(range_of_sized_block<Arguments...>);
  }
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
