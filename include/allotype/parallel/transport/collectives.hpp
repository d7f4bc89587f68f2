// SPDX-License-Identifier: BSL-1.0
/// \file
/// The collectives: `broadcast`, `all_reduce`, `all_gather`, `reduce_scatter`, `barrier`. All ranks of a group call the
/// same ones in the same order. A communicator moves the bytes: that of `thread_group` within one process,
/// that of `mpi_group` between processes, that of `over_nccl` between GPUs. The first two give the same bits, because
/// reductions combine the values in the order of the ranks.
///
/// Errors of each communicator: `rank_error` if a rank failed, did not arrive within the group's time limit, left, or
/// called something else than the others; `size_error` if the spans do not fit each other.
#pragma once

#include <span>
#include <type_traits>

#include <allotype/core/detail/any_result.hpp>
#include <allotype/dispatch/reduce.hpp>
#include <allotype/parallel/transport/detail/combine.hpp>
#include <allotype/parallel/transport/rank_error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// One rank's connection to a group of ranks.
template <class C>
concept communicator = requires(C& group) {
  group.rank();
  group.size();
  group.barrier();
} && requires(C& group, int* elements, int const* source, std::size_t count, plus const& sum) {
  group.broadcast(elements, count, 0);
  group.all_reduce(elements, count, sum);
  group.all_gather(source, count, elements);
  group.reduce_scatter(source, count, elements, sum);
};

namespace detail {

[[noreturn]] inline void no_such_root(int root, int ranks) {
  throw size_error(message<2000>{} << "broadcast: from rank " << root << " of " << ranks << "; ranks are 0 to "
                                   << ranks - 1);
}
[[noreturn]] inline void blocks_do_not_fit(char const* verb, long long each, int ranks, long long all) {
  throw size_error(message<2000>{} << verb << ": " << ranks << " ranks with " << each << " elements each are not "
                                   << all << " elements");
}

/// What has a group and is none, such as an execution.
struct has_a_group {
  template <class Execution>
    requires requires(Execution& here) { here.group(); }
  has_a_group(Execution&&);
};

template <class T>
concept movable_by_bytes = std::is_trivially_copyable_v<T> && !std::is_const_v<T>;

inline void check_blocks(char const* verb, std::size_t each, int ranks, std::size_t all) {
  if (each * static_cast<std::size_t>(ranks) != all) {
    blocks_do_not_fit(verb, static_cast<long long>(each), ranks, static_cast<long long>(all));
  }
}

}  // namespace detail

/// Returns when all ranks have called it.
template <communicator C>
void barrier(C& group) {
  group.barrier();
}

/// Copies the elements of rank `root` to all ranks.
template <communicator C, detail::movable_by_bytes T, std::size_t Extent>
void broadcast(C& group, std::span<T, Extent> elements, int root = 0) {
  if (root < 0 || root >= group.size()) detail::no_such_root(root, group.size());
  group.broadcast(elements.data(), elements.size(), root);
}

/// Combines element `i` of all ranks by `plus`, `maximum`, `minimum`, or another operation on two values of
/// `accumulation_t<T>`. All ranks get the result in place.
template <communicator C, detail::movable_by_bytes T, std::size_t Extent, class Op>
  requires reduction_over<Op, accumulation_t<T>>
void all_reduce(C& group, std::span<T, Extent> elements, Op const& op) {
  group.all_reduce(elements.data(), elements.size(), op);
}

/// `all` gets the elements of rank 0, of rank 1, and so on. All ranks have the same number of elements, and `all` has
/// space for all.
template <communicator C, class T, std::size_t Extent, detail::movable_by_bytes U, std::size_t AllExtent>
  requires std::is_same_v<std::remove_const_t<T>, U>
void all_gather(C& group, std::span<T, Extent> mine, std::span<U, AllExtent> all) {
  detail::check_blocks("all_gather", mine.size(), group.size(), all.size());
  group.all_gather(mine.data(), mine.size(), all.data());
}

/// Combines `all` of all ranks; it has one block for each rank. `mine` gets this rank's block of the result.
template <communicator C, class T, std::size_t Extent, detail::movable_by_bytes U, std::size_t MineExtent, class Op>
  requires(std::is_same_v<std::remove_const_t<T>, U> && reduction_over<Op, accumulation_t<U>>)
void reduce_scatter(C& group, std::span<T, Extent> all, std::span<U, MineExtent> mine, Op const& op) {
  detail::check_blocks("reduce_scatter", mine.size(), group.size(), all.size());
  group.reduce_scatter(all.data(), mine.size(), mine.data(), op);
}

/// Do not compile; they say what the arguments are. Each argument is converted, so a program's own function is called.
template <class Execution = detail::has_a_group>
  requires std::is_same_v<Execution, detail::has_a_group>
void barrier(std::type_identity_t<Execution>) {
  constexpr bool is_a_group = sizeof(Execution) == 0;
  static_assert(is_a_group,
                "barrier: the argument is a group of ranks: barrier(group), in a function of an executor "
                "barrier(here.group())");
}
template <class Anything = detail::any_value>
void broadcast(std::type_identity_t<Anything>, std::type_identity_t<Anything>, std::type_identity_t<Anything> = {}) {
  constexpr bool are_right = sizeof(Anything) == 0;
  static_assert(are_right,
                "broadcast: the arguments are (group, elements, root): the elements are a std::span of what is not "
                "const: broadcast(group, std::span(values), 0)");
}
template <class Anything = detail::any_value>
void all_reduce(std::type_identity_t<Anything>, std::type_identity_t<Anything>, std::type_identity_t<Anything> = {}) {
  constexpr bool are_right = sizeof(Anything) == 0;
  static_assert(are_right,
                "all_reduce: the arguments are (group, elements, operation): the elements are a std::span of what is "
                "not const: all_reduce(group, std::span(values), plus{})");
}
template <class Anything = detail::any_value>
void all_gather(std::type_identity_t<Anything>, std::type_identity_t<Anything>, std::type_identity_t<Anything> = {}) {
  constexpr bool are_right = sizeof(Anything) == 0;
  static_assert(are_right,
                "all_gather: the arguments are (group, mine, all), two spans of the same type: all_gather(group, "
                "std::span(mine), std::span(all))");
}
template <class Anything = detail::any_value>
void reduce_scatter(std::type_identity_t<Anything>, std::type_identity_t<Anything>, std::type_identity_t<Anything> = {},
                    std::type_identity_t<Anything> = {}) {
  constexpr bool are_right = sizeof(Anything) == 0;
  static_assert(are_right,
                "reduce_scatter: the arguments are (group, all, mine, operation), two spans of the same type: "
                "reduce_scatter(group, std::span(all), std::span(mine), plus{})");
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
