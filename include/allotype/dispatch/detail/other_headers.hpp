// SPDX-License-Identifier: BSL-1.0
/// \file
/// Verbs whose headers the umbrella header does not read: where one is called without its header, the error names the
/// header.
#pragma once

#include <allotype/core/detail/asked_name.hpp>
#include <allotype/core/detail/executor_without_its_header.hpp>
#include <allotype/core/detail/header_is_read.hpp>
#include <allotype/dispatch/detail/wrong_arguments.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

template <class Model, class... Items>
using pack = typename detail::asked_packing<Model, Items...>::type;
template <class From, class To, class... InUse>
using transition = typename detail::asked_transition<From, To, InUse...>::type;
template <detail::asked_name<detail::systems_by_name<>> Name, class... Parts>
using system = typename detail::asked_system<detail::named<detail::systems_by_name<>, Name>::position, Parts...>::type;

/// Does not compile; it says who is asked, or that a number has its name, or names the header where `system` has not
/// named its own. One function for all: g++ lists each.
template <class... Named, class... Arguments>
  requires(detail::wrong_request<list<Named...>, Arguments...>::value)
[[nodiscard]] constexpr auto request(Arguments const&...) {
  using is = detail::wrong_request<list<Named...>, Arguments...>;
  static_assert(is::read, "request: its header is missing: write #include <allotype/cluster/request/system.hpp>");
  static_assert(is::of_a_pool,
                "request: who is asked is missing: name a pool or a system, request<system<\"slurm\">>(task)");
  static_assert(
      is::named,
      "request: a number has its name: request<lab, A100>({.count = 2}), or request<lab>(task, {.count = 2})");
  return detail::any_result{};
}

inline namespace ALLOTYPE_MODE {

/// Does not compile; it names the header.
template <class... Arguments>
  requires(!detail::is_read<detail::header_of_segmented_reduce, Arguments...> &&
           (mode_detail::shows_verb<Arguments> || ...))
void segmented_reduce(Arguments&&...) {
  constexpr bool is_read = detail::is_read<detail::header_of_segmented_reduce, Arguments...>;
  static_assert(is_read, "segmented_reduce: its header is missing: write #include <allotype/segmented_reduce.hpp>");
}
/// Does not compile; it names the header.
template <class... Arguments>
  requires(!detail::is_read<detail::header_of_segmented_scan, Arguments...> &&
           (mode_detail::shows_verb<Arguments> || ...))
void segmented_inclusive_scan(Arguments&&...) {
  constexpr bool is_read = detail::is_read<detail::header_of_segmented_scan, Arguments...>;
  static_assert(is_read,
                "segmented_inclusive_scan: its header is missing: write #include <allotype/segmented_scan.hpp>");
}
/// Does not compile; it names the header.
template <class... Arguments>
  requires(!detail::is_read<detail::header_of_segmented_scan, Arguments...> &&
           (mode_detail::shows_verb<Arguments> || ...))
void segmented_exclusive_scan(Arguments&&...) {
  constexpr bool is_read = detail::is_read<detail::header_of_segmented_scan, Arguments...>;
  static_assert(is_read,
                "segmented_exclusive_scan: its header is missing: write #include <allotype/segmented_scan.hpp>");
}
/// Does not compile; it names the header.
template <class... Arguments>
  requires(!detail::is_read<detail::header_of_segmented_sort, Arguments...> &&
           (mode_detail::shows_verb<Arguments> || ...))
void segmented_sort(Arguments&&...) {
  constexpr bool is_read = detail::is_read<detail::header_of_segmented_sort, Arguments...>;
  static_assert(is_read, "segmented_sort: its header is missing: write #include <allotype/segmented_sort.hpp>");
}
/// Does not compile; it names the header.
template <class... Arguments>
  requires(!detail::is_read<detail::header_of_segmented_sort, Arguments...> &&
           (mode_detail::shows_verb<Arguments> || ...))
void segmented_sort_by_key(Arguments&&...) {
  constexpr bool is_read = detail::is_read<detail::header_of_segmented_sort, Arguments...>;
  static_assert(is_read, "segmented_sort_by_key: its header is missing: write #include <allotype/segmented_sort.hpp>");
}
/// Does not compile; it names the header.
template <class... Arguments>
  requires(!detail::is_read<detail::header_of_multi_reduce, Arguments...> &&
           (mode_detail::shows_verb<Arguments> || ...))
void multi_reduce(Arguments&&...) {
  constexpr bool is_read = detail::is_read<detail::header_of_multi_reduce, Arguments...>;
  static_assert(is_read, "multi_reduce: its header is missing: write #include <allotype/multi_reduce.hpp>");
}
/// Does not compile; it names the header.
template <class... Arguments>
  requires(!detail::is_read<detail::header_of_sort_indices, Arguments...> &&
           (mode_detail::shows_verb<Arguments> || ...))
void sort_indices(Arguments&&...) {
  constexpr bool is_read = detail::is_read<detail::header_of_sort_indices, Arguments...>;
  static_assert(is_read, "sort_indices: its header is missing: write #include <allotype/sort_indices.hpp>");
}
/// Does not compile; it names the header.
template <class... Arguments>
  requires(!detail::is_read<detail::header_of_graph, Arguments...> && (mode_detail::shows_verb<Arguments> || ...))
auto record(Arguments&&...) {
  constexpr bool is_read = detail::is_read<detail::header_of_graph, Arguments...>;
  static_assert(is_read, "record: its header is missing: write #include <allotype/graph.hpp>");
  return detail::any_result{};
}
/// Does not compile; it names the header.
template <class... Arguments>
  requires(!detail::is_read<detail::header_of_graph, Arguments...> && (mode_detail::shows_verb<Arguments> || ...))
void replay(Arguments&&...) {
  constexpr bool is_read = detail::is_read<detail::header_of_graph, Arguments...>;
  static_assert(is_read, "replay: its header is missing: write #include <allotype/graph.hpp>");
}
/// Does not compile; it names the header.
template <class... Arguments>
  requires(!detail::is_read<detail::header_of_sort, Arguments...> && (mode_detail::shows_verb<Arguments> || ...))
void sort(Arguments&&...) {
  constexpr bool is_read = detail::is_read<detail::header_of_sort, Arguments...>;
  static_assert(is_read, "sort: its header is missing: write #include <allotype/sort.hpp>");
}
/// Does not compile; it names the header.
template <class... Arguments>
  requires(!detail::is_read<detail::header_of_sort, Arguments...> && (mode_detail::shows_verb<Arguments> || ...))
void sort_by_key(Arguments&&...) {
  constexpr bool is_read = detail::is_read<detail::header_of_sort, Arguments...>;
  static_assert(is_read, "sort_by_key: its header is missing: write #include <allotype/sort.hpp>");
}
/// Does not compile; it names the header.
template <class Task, class... How>
  requires(!detail::is_read<detail::header_of_choose, Task, How...> && requires { typename Task::wanted; })
[[nodiscard]] auto choose(Task const&, How&&...) {
  constexpr bool is_read = detail::is_read<detail::header_of_choose, Task, How...>;
  static_assert(is_read, "choose: its header is missing: write #include <allotype/parallel/registry.hpp>");
  return detail::any_result{};
}
/// Does not compile; it names the header.
template <class Wanted, class... How>
  requires(
      !detail::is_read<detail::header_of_choose, Wanted, How...> && !requires { typename Wanted::wanted; } &&
      requires { typename Wanted::accelerator_type; })
[[nodiscard]] auto choose(How&&...) {
  constexpr bool is_read = detail::is_read<detail::header_of_choose, Wanted, How...>;
  static_assert(is_read, "choose: its header is missing: write #include <allotype/parallel/registry.hpp>");
  return detail::any_result{};
}
/// Does not compile; it names the header.
template <class... Lists>
  requires(!detail::is_read<detail::header_of_make_executor, Lists...>)
[[nodiscard]] auto make_executor(detail::executor_options_without_their_header const& = {}) {
  constexpr bool is_read = detail::is_read<detail::header_of_make_executor, Lists...>;
  static_assert(is_read,
                "make_executor: its header is missing: write #include <allotype/parallel/executor/make_executor.hpp>");
  return detail::any_executor{};
}
/// Does not compile; it names the header.
template <class Name, class... Others>
  requires(!detail::is_read<detail::header_of_with_accelerator, Name, Others...>)
void with_accelerator(Name const&, Others const&...) {
  constexpr bool is_read = detail::is_read<detail::header_of_with_accelerator, Name, Others...>;
  static_assert(is_read, "with_accelerator: its header is missing: write #include <allotype/names.hpp>");
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
