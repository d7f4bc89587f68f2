// SPDX-License-Identifier: BSL-1.0
/// \file
/// Headers that the umbrella header does not read say that they are read, so that a verb of theirs can name the header
/// where it is missing.
#pragma once

#include <type_traits>

#include <allotype/core/detail/any_result.hpp>
#include <allotype/core/list.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

struct header_of_graph;
struct header_of_multi_reduce;
struct header_of_segmented_reduce;
struct header_of_segmented_scan;
struct header_of_segmented_sort;
struct header_of_sort;
struct header_of_sort_indices;
struct header_of_choose;
struct header_of_make_executor;
struct header_of_with_accelerator;

/// A header specializes it for itself. The arguments are a call's, so that it is asked where the call stands.
template <class Header, class... Arguments>
inline constexpr bool is_read = false;

/// What is wrong with a call of `request`. Its header specializes it for all calls.
template <class Named>
inline constexpr bool begins_with_an_error = false;
template <class... Wanted>
inline constexpr bool begins_with_an_error<list<any_result, Wanted...>> = true;
template <class Named, class... Arguments>
struct wrong_request {
  static constexpr bool value = !std::is_same_v<Named, list<>>, read = begins_with_an_error<Named>;
  static constexpr bool of_a_pool = true, named = true;
};

/// Aliases: the header of one has the specialization for all arguments.
template <class Model, class... Items>
consteval auto packing_without_its_header() {
  constexpr bool is_read = sizeof(Model*) == 0;
  static_assert(is_read, "pack: its header is missing: write #include <allotype/cluster/fleet.hpp>");
  return any_result{};
}
template <class Model, class... Items>
struct asked_packing {
  using type = decltype(packing_without_its_header<Model, Items...>());
};
template <class From, class To, class... InUse>
consteval auto transition_without_its_header() {
  constexpr bool is_read = sizeof(From*) == 0;
  static_assert(is_read, "transition: its header is missing: write #include <allotype/cluster/provision.hpp>");
  return any_result{};
}
template <class From, class To, class... InUse>
struct asked_transition {
  using type = decltype(transition_without_its_header<From, To, InUse...>());
};

/// The names of the systems; their header has them. Until it is read each is known.
template <class = void>
struct systems_by_name {
  static constexpr int find(char const*) { return 0; }
  static constexpr void refuse(char const*) {}
};
template <int Position, class... Parts>
consteval auto system_without_its_header() {
  constexpr bool is_read = Position < -1;
  static_assert(is_read, "system: its header is missing: write #include <allotype/cluster/request/system.hpp>");
  return any_result{};
}
template <int Position, class... Parts>
struct asked_system {
  using type = decltype(system_without_its_header<Position, Parts...>());
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
