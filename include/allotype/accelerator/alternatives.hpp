// SPDX-License-Identifier: BSL-1.0
/// \file
/// Alternatives: accelerators in the order in which they are tried.
#pragma once

#include <type_traits>

#include <allotype/accelerator/concepts.hpp>
#include <allotype/catalog/cpu.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class... A>
inline constexpr bool all_different = true;
template <class First, class... Rest>
inline constexpr bool all_different<First, Rest...> = !(std::is_same_v<First, Rest> || ...) && all_different<Rest...>;

/// No alternative follows one that is always present.
template <class... A>
inline constexpr bool all_reachable = true;
template <class First, class... Rest>
inline constexpr bool all_reachable<First, Rest...> =
    (sizeof...(Rest) == 0 || !host_processor<First>) && all_reachable<Rest...>;

}  // namespace detail

/// The alternatives are accelerators, each is listed once, and no alternative follows one that is always present.
template <class... A>
concept alternatives = sizeof...(A) > 0 &&
                       (accelerator<A> && ...) && detail::all_different<A...>&& detail::all_reachable<A...>;

/// The first of these that is present: `any_of<A100::partition<"2g.10gb">, cpu>`. Only accelerators in the list are
/// used.
template <class... A>
struct any_of {
  static_assert(sizeof...(A) > 0, "any_of<...> needs at least one accelerator");
  static_assert((accelerator<A> && ...), "any_of<...> takes accelerators: devices, partitions and allotype::cpu");
  static_assert(detail::all_different<A...>,
                "any_of<...> lists the same accelerator twice; the second is never reached");
  static_assert(detail::all_reachable<A...> || !detail::all_different<A...>,
                "any_of<...> lists an accelerator behind allotype::cpu, which is always there; put cpu last");

  using list = allotype::list<A...>;
};

namespace detail {

template <class Wanted>
struct alternatives_selector {
  using type = list<Wanted>;
};
template <class... A>
struct alternatives_selector<any_of<A...>> {
  using type = list<A...>;  // not the member: clang has none where a check failed
};
/// Behind the error of what is no accelerator.
template <class... A>
  requires(!(accelerator<A> && ...))
struct alternatives_selector<any_of<A...>> {
  using type = list<cpu>;
};
template <class Wanted>
consteval auto checked_alternatives() {
  static_assert(sizeof(Wanted) > 0);  // any_of checks itself
  return std::type_identity<typename alternatives_selector<Wanted>::type>{};
}

template <class... A>
constexpr bool any_device(list<A...>) {
  return (!host_processor<A> || ...);
}

}  // namespace detail

/// The accelerators of a request, in order: the elements of an `any_of`, or the one accelerator itself.
template <class Wanted>
using alternatives_of = typename decltype(detail::checked_alternatives<Wanted>())::type;

namespace detail {

/// The request names an accelerator other than the host processor.
template <class Wanted>
inline constexpr bool wants_a_device = detail::any_device(alternatives_of<Wanted>{});

}  // namespace detail

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
