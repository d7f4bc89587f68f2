// SPDX-License-Identifier: BSL-1.0
/// \file
/// A cluster is a list of pools. A pool is a number of nodes that are alike: the system that hands them out, and on
/// each node the same GPUs, whole or laid out in partitions.
///
/// \code
/// using balanced = at::layout<at::A100, "3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb">;
/// using shared   = at::pool<"shared", at::system<"kubernetes-mixed">, at::nodes<4>, balanced, balanced>;
/// using training = at::pool<"train", at::system<"gke">, at::nodes<2>, at::gpus_of<at::H100_80GB, 8>>;
/// using lab      = at::cluster<shared, training>;
/// \endcode
#pragma once

#include <allotype/cluster/request/detail/setting_rows.hpp>
#include <allotype/cluster/request/pool_parts.hpp>
#include <allotype/cluster/request/request.hpp>
#include <allotype/plan/layout.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// Of an AMD device in modes; otherwise devices are counted, and MIG's partitions are a layout.
template <class A>
inline constexpr int partitions_of_a_device = 1;
template <amd_gpu A>
  requires partition<A>
inline constexpr int partitions_of_a_device<A> = A::max_instances;

}  // namespace detail

/// How many nodes a pool has; 1 where it does not say.
template <int Count>
struct nodes {
  static_assert(Count > 0, "nodes<N>: a pool has at least one node");
};

/// Each node has so many whole devices, `gpus_of<H100_80GB, 8>`. Of a TPU slice the whole pool has one.
template <accelerator A, int Count = 1>
struct gpus_of {
  static_assert(Count > 0, "gpus_of<A, N>: a node has at least one");
};

namespace detail {

// What a part of a pool adds.
template <class Settings, int Count>
constexpr void add_part(pool_content& to, Settings&, nodes<Count>*) {
  to.nodes = Count;
}
template <class Settings, class A, int Count>
constexpr void add_part(pool_content& to, Settings&, allotype::gpus_of<A, Count>*) {
  to.add(data_of<A>, Count);
}
template <class... Partition>
constexpr void add_partitions(pool_content& to, list<Partition...>) {
  (to.add(data_of<Partition>, 1), ...);
}
/// An accelerator by itself is refused; behind the error it is one.
template <class Settings, accelerator A>
constexpr void add_part(pool_content& to, Settings&, A*) {
  to.add(data_of<A>, 1);
}
template <class Settings, class Layout>
  requires(!accelerator<Layout>) && requires {
    typename Layout::partitions;
    typename Layout::device;
  }
constexpr void add_part(pool_content& to, Settings&, Layout*) {
  add_partitions(to, typename Layout::partitions{});
}
template <class Settings, class Option>
  requires requires(Settings& settings) { Option::apply(settings); }
constexpr void add_part(pool_content&, Settings& settings, Option*) {
  Option::apply(settings);
}

template <class System, class Part>
concept part_of_pool = requires(pool_content& content, std::remove_const_t<decltype(System::settings)>& settings,
                                Part* part) { add_part(content, settings, part); };

template <class System>
struct described_pool {
  pool_content content;
  std::remove_const_t<decltype(System::settings)> settings = System::settings;
};

template <class System, class... Parts>
consteval described_pool<System> describe_pool() {
  described_pool<System> pool;
  if constexpr ((part_of_pool<System, Parts> && ...) &&
                parts_are_right<std::remove_const_t<decltype(System::settings)>, Parts...>) {
    (add_part(pool.content, pool.settings, static_cast<Parts*>(nullptr)), ...);
  }
  return pool;
}

template <class Part>
inline constexpr bool fills_its_devices = true;
template <class A, int Count>
inline constexpr bool fills_its_devices<allotype::gpus_of<A, Count>> = Count % partitions_of_a_device<A> == 0;

template <class Part>
inline constexpr bool is_count_of_nodes = false;
template <int Count>
inline constexpr bool is_count_of_nodes<nodes<Count>> = true;

/// The nodes have what the part is for.
template <class Part>
constexpr bool has_what_is_named(pool_content const&) {
  return true;
}
template <class Part>
  requires requires { typename Part::of_accelerator; }
constexpr bool has_what_is_named(pool_content const& content) {
  for (request_item const& each : content.on_a_node) {
    if (is_served_by(data_of<typename Part::of_accelerator>, *each.what) ||
        is_served_by(*each.what, data_of<typename Part::of_accelerator>))
      return true;
  }
  return false;
}

template <class System, class... Parts>
struct checked_pool {
  static constexpr bool devices_are_counted = (!accelerator<Parts> && ...);
  static_assert(
      devices_are_counted,
      "a pool takes whole devices by their number on a node: write gpus_of<H100_80GB, 8> in place of H100_80GB, and "
      "partitions as a layout");
  static constexpr bool parts_are_known = (part_of_pool<System, Parts> && ...);
  static_assert(parts_are_known, "a pool takes nodes<N>, layouts, gpus_of<A, N>, and the parts that its system knows");
  static constexpr bool nodes_stand_once = (0 + ... + (is_count_of_nodes<Parts> ? 1 : 0)) <= 1;
  static_assert(nodes_stand_once, "a pool says nodes<N> once");
  static constexpr described_pool<System> value = describe_pool<System, Parts...>();
  static constexpr bool devices_are_filled = (fills_its_devices<Parts> && ...);
  static_assert(devices_are_filled,
                "gpus_of<A, N>: a device's modes divide all of it, so N is a multiple of A::max_instances");
  static constexpr bool types_are_names = (is_right_name<Parts> && ...);
  static_assert(types_are_names,
                "site_type<A, \"name\">: a name of a site's has 1 to 126 letters, digits, -, _, . and +");
  static constexpr bool types_are_there = (has_what_is_named<Parts>(value.content) && ...);
  static_assert(types_are_there, "site_type<A, \"name\">: the nodes of this pool have no A");
};

/// What asks for a pool's nodes: it has settings.
template <class T>
concept system_of_pool = requires { T::settings; };

}  // namespace detail

/// A pool. \tparam System how its nodes are asked for: `system<"kubernetes-mixed">`, `system<"slurm">` and
/// others
/// \tparam Parts in any order: `nodes<N>`; a layout for each GPU of a node that is partitioned; `gpus_of<A, N>` for
/// whole ones; and what the system knows besides, as `setting<"partition", "gpu">`
template <fixed_text Name, detail::system_of_pool System, class... Parts>
struct pool {
  using system = System;
  using parts = list<Parts...>;
  static constexpr auto label = Name;
  static constexpr char const* name = label.characters;
  static constexpr auto const& settings = detail::checked_pool<System, Parts...>::value.settings;
  static constexpr detail::pool_content const& content = detail::checked_pool<System, Parts...>::value.content;
};

namespace detail {

template <class T>
inline constexpr bool is_pool = requires {
  T::label;
  typename T::parts;
};

template <class... Pools>
consteval bool names_differ() {
  if constexpr ((is_pool<Pools> && ...)) {
    char const* const names[] = {Pools::name...};
    for (char const* const& each : names) {
      for (char const* const* before = names; before != &each; ++before) {
        if (equal(*before, each)) return false;
      }
    }
  }
  return true;
}

}  // namespace detail

/// Pools, in the order in which they are tried.
template <class... Pools>
struct cluster {
  static_assert(sizeof...(Pools) > 0, "cluster<...> has at least one pool");
  static constexpr bool are_pools = (detail::is_pool<Pools> && ...);
  static_assert(
      are_pools,
      "cluster<...> takes pools: pool<\"lab\", system<\"kubernetes-mixed\">, nodes<4>, layout<A100, \"3g.20gb\">>");
  static constexpr bool names_differ = detail::names_differ<Pools...>();
  static_assert(names_differ,
                "two pools of this cluster have one name: a request, and `allotype request FILE:POOL`, mean one");
  using pools = list<Pools...>;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
