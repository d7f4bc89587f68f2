// SPDX-License-Identifier: BSL-1.0
/// \file
/// What the ranges inside a block take, on every backend: the indices, and the errors of what cannot be called.
#pragma once

#include <type_traits>
#include <utility>

#include <allotype/dispatch/detail/narrowing.hpp>
#include <allotype/dispatch/detail/range_members.hpp>
#include <allotype/dispatch/detail/shifted.hpp>
#include <allotype/dispatch/element.hpp>
#include <allotype/dispatch/operations.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// In place of the indices of what is no range.
struct no_range {};

/// The indices that `n` stands for: 0 to `n - 1`, those of extents, or those of a box.
template <class N>
ALLOTYPE_FN constexpr auto indices_of_range(N const& n) {
  static_assert(std::is_integral_v<N> || index_range<N>,
                "a range in a block is a number of indices, as in block.for_each(n, f), or extents or a box: "
                "block.for_each(at::extents{rows, columns}, f)");
  if constexpr (!std::is_integral_v<N> && !index_range<N>) {
    return no_range{};
  } else if constexpr (!index_range<N>) {
    box<1, decltype(+N{})> of;
    of.end[0] = n;
    return of;
  } else if constexpr (requires { n.begin; }) {
    return n;
  } else {
    box<N::dimensions(), typename N::index_type> of;
    for (int i = 0; i < N::dimensions(); ++i) of.end[i] = n[i];
    return of;
  }
}
template <class N>
using range_of = decltype(indices_of_range(std::declval<N const&>()));

/// `F` with as many indices as `Left` says behind the arguments.
template <class F, int Left, class Index, class... Arguments>
struct called_with_indices : called_with_indices<F, Left - 1, Index, Arguments..., Index> {};
template <class F, class Index, class... Arguments>
struct called_with_indices<F, 0, Index, Arguments...> {
  static constexpr bool callable = std::is_invocable_v<F const&, Arguments...>;
  using result = std::invoke_result<F const&, Arguments...>;
};
/// A range's function. `Before` are the arguments that it takes before the index.
template <class F, class Over, class... Before>
struct called_in_range;
template <class F, class... Before>
struct called_in_range<F, no_range, Before...> {
  static constexpr bool callable = false;
};
template <class F, int Dimensions, class Index, class... Before>
struct called_in_range<F, box<Dimensions, Index>, Before...> : called_with_indices<F, Dimensions, Index, Before...> {};

template <class Question>
inline constexpr bool is_of_a_range = true;
template <template <class...> class Question, class F, class... Others>
inline constexpr bool is_of_a_range<Question<F, no_range, Others...>> = false;

/// The error of a question whose answer is no. It is apart from the answer, for clang compiles both ways of a condition
/// that is itself an error.
template <class Question>
ALLOTYPE_FN constexpr void report_no() {
  if constexpr (!Question::value && is_of_a_range<Question>) (void)sizeof(typename Question::report);
}

/// The functions of `for_each`.
template <class F, class Over>
struct range_question {
  static constexpr bool value = called_in_range<F, Over>::callable;
  struct report {
    static_assert(value,
                  "a range in a block: the function cannot be called with an index of the range: it takes one index "
                  "for each dimension, [&](int i) { ... } for block.for_each(n, f)");
  };
};
/// The function of subgroups(block).for_each.
template <class F, class Over, class Subgroup>
struct subgroup_question {
  static constexpr bool value = called_in_range<F, Over, Subgroup>::callable;
  struct report {
    static_assert(value,
                  "subgroups<N>(block).for_each(n, f): the function takes the subgroup and an index: [&](auto const& "
                  "subgroup, int i) { ... }");
  };
};
/// The function of a reduction or scan, its operation, and the value to begin with.
template <class T, class Op, class F, class Over>
struct combination_question {
  static constexpr bool combines = reduction_over<Op, T>;
  static constexpr bool callable = called_in_range<F, Over>::callable;
  static constexpr bool judge(bool of_values) {
    if constexpr (callable) {
      using type = typename called_in_range<F, Over>::result::type;
      return std::is_convertible_v<type, T> && !(of_values && narrows<type, T>);
    }
    return true;  // another reason is reported
  }
  static constexpr bool converts = judge(false), keeps = judge(true);
  static constexpr bool value = combines && callable && keeps;
  struct report {
    static_assert(combines,
                  "a reduction or scan in a block takes (n, init, op, f): the operation combines two values of init's "
                  "type to one, such as at::plus{}, and what it returns is kept whole");
    static_assert(callable || !combines,
                  "a reduction or scan in a block: the function cannot be called with an index of the range: it takes "
                  "one index for each dimension");
    static_assert(converts || !combines,
                  "a reduction or scan in a block: what the function returns is no value of init's type");
    static_assert(keeps || !converts || !combines,
                  "a reduction or scan in a block: init's type does not hold what the function returns: give an init "
                  "of that type, 0.0 or 0.0f or 0LL");
  };
};
template <class Store, class T, class Over>
struct store_question;
template <class Store, class T, int Dimensions, class Index>
struct store_question<Store, T, box<Dimensions, Index>> {
  static constexpr bool value = Dimensions == 1 && std::is_invocable_v<Store const&, Index, T const&>;
  struct report {
    static_assert(value,
                  "a scan in a block takes (n, init, op, f, store) with indices of one dimension: store(i, value) is "
                  "called with each index and its result");
  };
};

template <int Threads, int Lanes>
struct lanes_question {
  static constexpr bool of_a_warp = Lanes >= 1 && Lanes <= 32 && (Lanes & (Lanes - 1)) == 0;
  static constexpr bool value = of_a_warp && Threads % Lanes == 0;
  static constexpr int lanes = value ? Lanes : 1;  // behind the error subgroups of one thread, lest a second one follow
  struct report {
    static_assert(of_a_warp,
                  "subgroups<N>(block): N is 1, 2, 4, 8, 16 or 32, a part of a warp that begins at a multiple");
    static_assert(!of_a_warp || value,
                  "subgroups<N>(block): the threads of the block are a multiple of N: state another "
                  "threads_per_block<...> in the grid, or smaller subgroups");
  };
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
