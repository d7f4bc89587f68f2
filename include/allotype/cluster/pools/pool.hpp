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

#include <type_traits>

#include <allotype/cluster/request/detail/setting_rows.hpp>
#include <allotype/cluster/request/pool_parts.hpp>
#include <allotype/cluster/request/request.hpp>
#include <allotype/core/detail/asked_amount.hpp>
#include <allotype/plan/layout.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// Of an AMD device in modes; otherwise devices are counted, and MIG's partitions are a layout.
template <class A>
inline constexpr int partitions_of_a_device = 1;
template <amd_gpu A>
  requires accelerator_partition<A>
inline constexpr int partitions_of_a_device<A> = A::max_instances;

}  // namespace detail

/// How many nodes a pool has; 1 where it does not say.
template <auto Count, int = detail::refused_as_count<Count>::position>
struct nodes {
  static_assert(detail::count_asked(Count) > 0, "nodes<N>: a pool has at least one node");
};

/// Each node has so many whole devices, `gpus_of<H100_80GB, 8>`. Of a TPU slice the whole pool has one.
template <class A, int Count = 1>
struct gpus_of {
  static constexpr bool is_accelerator = accelerator<A>;
  static_assert(
      is_accelerator,
      "gpus_of<A, N>: A is an accelerator, gpus_of<H100_80GB, 8>; for each GPU that is partitioned the pool has "
      "its layout: pool<\"lab\", system<\"slurm\">, layout<A100, \"3g.20gb\", \"3g.20gb\">>");
  static_assert(Count > 0, "gpus_of<A, N>: a node has at least one");
};

namespace detail {

// What a part of a pool adds.
template <class Settings, auto Count, int Refusal>
constexpr void add_part(pool_content& to, Settings&, nodes<Count, Refusal>*) {
  to.nodes = count_asked(Count);
}
template <class Settings, class A, int Count>
constexpr void add_part(pool_content& to, Settings&, allotype::gpus_of<A, Count>*) {
  to.add(data_of<A>, Count);
}
template <class... Partition>
constexpr void add_partitions(pool_content& to, list<Partition...>) {
  (to.add(data_of<Partition>, 1), ...);
  if constexpr (sizeof...(Partition) > 0) {
    accelerator_data const* const all[] = {&data_of<Partition>...};
    to.add_gpu(all, static_cast<int>(sizeof...(Partition)));
  }
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
    pool.content.clients = clients_of(pool.settings);
    pool.content.on_demand = is_on_demand(pool.settings);
    pool.content.spans_nodes = is_one_domain(pool.settings);
  }
  return pool;
}

template <class Part>
inline constexpr bool fills_its_devices = true;
template <class A, int Count>
inline constexpr bool fills_its_devices<allotype::gpus_of<A, Count>> = Count % partitions_of_a_device<A> == 0;

template <class Part>
inline constexpr bool is_count_of_nodes = false;
template <auto Count, int Refusal>
inline constexpr bool is_count_of_nodes<nodes<Count, Refusal>> = true;

/// A number of nodes or devices, which says itself what is wrong with it, is above 0.
template <class Part>
inline constexpr bool counts_something = true;
template <auto Count, int Refusal>
inline constexpr bool counts_something<nodes<Count, Refusal>> =
    (sizeof(nodes<Count, Refusal>) > 0) && (count_asked(Count) > 0);
template <class A, int Count>
inline constexpr bool counts_something<allotype::gpus_of<A, Count>> =
    (sizeof(allotype::gpus_of<A, Count>) > 0) && (Count > 0);

/// What is counted is an accelerator; else the part says so itself.
template <class Part>
inline constexpr bool counts_accelerators = true;
template <class A, int Count>
inline constexpr bool counts_accelerators<allotype::gpus_of<A, Count>> =
    (sizeof(allotype::gpus_of<A, Count>) > 0) && accelerator<A>;

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

/// What asks for a pool's nodes: it has settings.
template <class T>
concept system_of_pool = requires { T::settings; };

template <class System, class... Parts>
struct checked_pool {
  static constexpr described_pool<System> value = describe_pool<System, Parts...>();
};

template <class System, class... Parts>
consteval bool types_are_on_its_nodes() {
  if constexpr ((requires { typename Parts::of_accelerator; } || ...)) {
    return (has_what_is_named<Parts>(checked_pool<System, Parts...>::value.content) && ...);
  } else {
    return true;
  }
}

/// Whether a pool is one, or an error. A function: clang takes a class with an assertion that failed for none.
template <class System, class... Parts>
consteval auto pool_is_right() {
  constexpr bool has_system = system_of_pool<System>;
  constexpr bool devices_are_counted = (!accelerator<Parts> && ...);
  constexpr bool system_has_an_error = std::is_same_v<System, any_result>;
  static_assert(has_system || system_has_an_error,
                "pool: behind the name stands what hands its nodes out: pool<\"lab\", system<\"kubernetes-mixed\">, "
                "nodes<4>, ...>");
  static_assert(
      devices_are_counted || system_has_an_error,
      "a pool takes whole devices by their number on a node: write gpus_of<H100_80GB, 8> in place of H100_80GB, and "
      "partitions as a layout");
  constexpr bool accelerators_are_counted = (counts_accelerators<Parts> && ...);
  if constexpr (has_system && devices_are_counted && accelerators_are_counted) {
    constexpr bool parts_are_known = (part_of_pool<System, Parts> && ...);
    static_assert(parts_are_known,
                  "a pool takes nodes<N>, layouts, gpus_of<A, N>, and the parts that its system knows");
    constexpr bool nodes_stand_once = (0 + ... + (is_count_of_nodes<Parts> ? 1 : 0)) <= 1;
    static_assert(nodes_stand_once, "a pool says nodes<N> once");
    constexpr bool parts_count_something = (counts_something<Parts> && ...);
    constexpr bool devices_are_filled = (fills_its_devices<Parts> && ...);
    static_assert(devices_are_filled,
                  "gpus_of<A, N>: a device's modes divide all of it, so N is a multiple of A::max_instances");
    constexpr bool types_are_names = (is_right_name<Parts> && ...);
    static_assert(types_are_names,
                  "site_type<A, \"name\">: a name of a site's has 1 to 126 letters, digits, -, _, . and +");
    constexpr bool types_are_there = !parts_are_known || types_are_on_its_nodes<System, Parts...>();
    static_assert(types_are_there, "site_type<A, \"name\">: the nodes of this pool have no A");
    // A part says itself what is wrong with it.
    constexpr bool settings_are_right =
        parts_are_known && parts_are_right<std::remove_const_t<decltype(System::settings)>, Parts...>;
    return std::bool_constant<settings_are_right && parts_count_something && nodes_stand_once && devices_are_filled &&
                              types_are_names && types_are_there>{};
  } else {
    return std::false_type{};
  }
}

template <fixed_text Name, class System, class... Parts>
struct pool_of {
  using system = System;
  using parts = list<Parts...>;
  static constexpr auto label = Name;
  static constexpr char const* name = label.characters;
  static constexpr auto const& settings = checked_pool<System, Parts...>::value.settings;
  static constexpr pool_content const& content = checked_pool<System, Parts...>::value.content;
};

/// In place of a pool that an error was of, and of a cluster with one: nothing that it is asked has a second error.
struct refused_pool {
  using parts = list<>;
  static constexpr char label[] = "";
  static constexpr char const* name = label;
  static constexpr struct {
  } settings{};
};

/// `auto`: nvcc would say here once more what is no name.
template <auto Name, class System, class... Parts>
struct asked_pool {
  using copied = decltype(Name);  // nvcc cannot write the parameter itself
  using type = std::conditional_t<decltype(pool_is_right<System, Parts...>())::value,
                                  pool_of<copied(Name), System, Parts...>, refused_pool>;
};

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

/// A pool. \tparam System how its nodes are asked for: `system<"kubernetes-mixed">`, `system<"slurm">` and
/// others
/// \tparam Parts in any order: `nodes<N>`; a layout for each GPU of a node that is partitioned; `gpus_of<A, N>` for
/// whole ones; and what the system knows besides, as `setting<"partition", "gpu">`
template <fixed_text Name, class System, class... Parts>
using pool = typename detail::asked_pool<Name, System, Parts...>::type;

namespace detail {

template <class... Pools>
struct cluster_of {
  using pools = list<Pools...>;
};

/// A pool is a cluster of one.
template <class T>
inline constexpr bool is_cluster = is_pool<T>;
template <class... Pools>
inline constexpr bool is_cluster<cluster_of<Pools...>> = true;

template <class... Pools>
consteval auto cluster_is_right() {
  constexpr bool has_pools = sizeof...(Pools) > 0;
  constexpr bool are_pools = (is_pool<Pools> && ...);
  static_assert(has_pools, "cluster<...> has at least one pool");
  static_assert(
      are_pools,
      "cluster<...> takes pools: pool<\"lab\", system<\"kubernetes-mixed\">, nodes<4>, layout<A100, \"3g.20gb\">>");
  if constexpr (has_pools && are_pools && (!std::is_same_v<Pools, refused_pool> && ...)) {
    constexpr bool names_differ = detail::names_differ<Pools...>();
    static_assert(names_differ,
                  "two pools of this cluster have one name: a request, and `allotype request FILE:POOL`, mean one");
    return std::bool_constant<names_differ>{};
  } else {
    return std::false_type{};
  }
}

template <class... Pools>
struct asked_cluster {
  using type = std::conditional_t<decltype(cluster_is_right<Pools...>())::value, cluster_of<Pools...>, refused_pool>;
};

}  // namespace detail

/// Pools, in the order in which they are tried.
template <class... Pools>
using cluster = typename detail::asked_cluster<Pools...>::type;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
