// SPDX-License-Identifier: BSL-1.0
/// \file
/// What the nodes of a pool have, as data, and what they lack of what is asked for.
#pragma once

#include <allotype/cluster/request/detail/on_demand.hpp>
#include <allotype/cluster/request/detail/request_items.hpp>
#include <allotype/core/detail/sentence.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// What a pool lacks of what a task asks for.
enum class lack {
  nothing,
  device,     ///< it has no such device
  partition,  ///< it has the device, cut in another way or whole
  count,      ///< its nodes have fewer
  nodes,      ///< it has fewer nodes
  request,    ///< its system cannot be asked for it
};

namespace detail {

/// What each node of a pool has: devices and partitions, each kind once.
inline constexpr int max_kinds_of_a_node = 24;
using node_content = static_vector<request_item, max_kinds_of_a_node>;

/// A GPU of a node that is laid out: how many it has of each kind of the node.
struct laid_out_gpu {
  int of_kind[max_kinds_of_a_node]{};
};
inline constexpr int max_laid_out_gpus = 16;

struct pool_content {
  node_content on_a_node;
  static_vector<laid_out_gpu, max_laid_out_gpus> gpus;  ///< of a node; those beyond are not told apart
  int nodes = 1;
  int clients = 1;           ///< tasks that one device serves at the same time
  bool on_demand = false;    ///< the driver makes partitions of the devices as they are asked for
  bool spans_nodes = false;  ///< devices of several nodes serve one task together
  bool overflows = false;    ///< more kinds than there is room for

  constexpr void add(accelerator_data const& what, int count) {
    overflows = !add_kind(on_a_node, what, count) || overflows;
  }
  /// One GPU more. \pre its partitions are added
  constexpr void add_gpu(accelerator_data const* const* partitions, int count) {
    if (gpus.size() == max_laid_out_gpus) return;
    laid_out_gpu gpu;
    for (int i = 0; i < count; ++i) {
      for (int kind = 0; kind < on_a_node.size(); ++kind)
        gpu.of_kind[kind] += is_same(*on_a_node[kind].what, *partitions[i]) ? 1 : 0;
    }
    gpus.push_back(gpu);
  }
  /// Whether one GPU has all of these; of a pool whose GPUs are not known, too.
  constexpr bool has_on_one_gpu(request_items const& asked) const {
    for (laid_out_gpu const& gpu : gpus) {
      bool all = true;
      for (request_item const& each : asked.all) {
        int there = 0;
        for (int kind = 0; kind < on_a_node.size(); ++kind)
          there += is_same(*on_a_node[kind].what, *each.what) ? gpu.of_kind[kind] : 0;
        all = all && there >= each.count;
      }
      if (all) return true;
    }
    return gpus.empty();
  }
  /// So many nodes are one place for tasks: a slice of TPUs is on several together.
  constexpr int machines() const {
    int machines = 1;
    for (request_item const& each : on_a_node) {
      if (machines_of(*each.what) > machines) machines = machines_of(*each.what);
    }
    return machines;
  }
  constexpr int places() const { return nodes / machines(); }
  /// How often a node without tasks has it: once for each client.
  constexpr int free_of(request_item const& one) const { return one.count * clients; }
  constexpr int count_of(accelerator_data const& what) const {
    for (request_item const& each : on_a_node) {
      if (is_same(*each.what, what)) return each.count;
    }
    return 0;
  }
};

/// So many tasks share a device at the same time, if a pool has these settings.
template <class Settings>
constexpr int clients_of(Settings const& on) {
  if constexpr (requires { on.replicas; }) {
    return on.replicas;
  } else if constexpr (requires { on.below; }) {
    return clients_of(on.below);
  } else {
    return 1;
  }
}

/// An accelerator whose partitioning is left open is a whole device here: that is what schedulers hand out for it. One
/// whose memory is left open is each of its sizes.
constexpr bool is_served_by(accelerator_data const& asked, accelerator_data const& had) {
  if (is_same(asked, had) || is_size_of(asked, had)) return true;
  return !asked.is_partition() && !had.is_partition() && equal(asked.device, had.device);
}
/// Whether the driver of a pool makes partitions as they are asked for, if it has these settings.
template <class Settings>
constexpr bool is_on_demand(Settings const& on) {
  if constexpr (requires { on.dynamic_mig; }) {
    return on.dynamic_mig;
  } else if constexpr (requires { on.below; }) {
    return is_on_demand(on.below);
  } else {
    return false;
  }
}

/// Whether several nodes of a pool serve one task, if it has these settings.
template <class Settings>
constexpr bool is_one_domain(Settings const& on) {
  if constexpr (requires { on.compute_domain; }) {
    return on.compute_domain;
  } else {
    return false;
  }
}

/// The same on nodes of a pool, where partitions may come from whole devices.
constexpr bool is_served_by(pool_content const& pool, accelerator_data const& asked, accelerator_data const& had) {
  if (!pool.on_demand) return is_served_by(asked, had);
  if (!asked.is_partition()) return is_served_by(asked, had) && is_whole_on_demand(had);
  return asked.row != nullptr && equal(asked.device, had.device) && has_partitions_on_demand(had);
}
/// How many of it a node without tasks has from one kind of its devices.
constexpr int served_by(pool_content const& pool, accelerator_data const& asked, request_item const& had) {
  if (!is_served_by(pool, asked, *had.what)) return 0;
  return pool.free_of(had) * (pool.on_demand && asked.is_partition() ? asked.row->max_instances : 1);
}
constexpr int served_by(pool_content const& pool, accelerator_data const& asked) {
  int count = 0;
  for (request_item const& each : pool.on_a_node) count += served_by(pool, asked, each);
  return count;
}

constexpr lack lack_of_one(pool_content const& pool, accelerator_data const& asked, int count) {
  bool same_device = false;
  for (request_item const& each : pool.on_a_node)
    same_device = same_device || equal(asked.device, each.what->device) || is_size_of(asked, *each.what);
  int const there = served_by(pool, asked);
  if (!same_device) return lack::device;
  if (there == 0) return lack::partition;
  if (there < count && pool.spans_nodes && count % there == 0)
    return count / there > pool.nodes ? lack::nodes : lack::nothing;
  if (there < count) return lack::count;
  return machines_of(asked) > pool.nodes ? lack::nodes : lack::nothing;
}

/// What the pool lacks; for alternatives, what it lacks of the one that is nearest to being served.
constexpr lack lack_of(pool_content const& pool, request_items const& asked, int nodes) {
  lack worst = lack::nothing;
  lack best = lack::device;
  for (request_item const& each : asked.all) {
    lack const one = lack_of_one(pool, *each.what, each.count);
    if (one == lack::nothing) {
      best = lack::nothing;
    } else {
      if (best != lack::nothing && one > best) best = one;
      if (worst == lack::nothing || one < worst) worst = one;
    }
  }
  lack const found = asked.alternatives ? best : worst;
  if (found == lack::nothing && asked.one_device && !pool.has_on_one_gpu(asked)) return lack::partition;
  if (found == lack::nothing && pool.on_demand && !asked.alternatives &&
      !gpus_on_demand{}.take(pool.on_a_node, asked, 0))
    return lack::count;
  return found == lack::nothing && nodes > pool.nodes ? lack::nodes : found;
}

/// `2 of A100 2g.10gb`, and of one the name alone.
constexpr void add_kinds(error_sentence& to, request_item const& each) {
  if (each.count != 1) to << each.count << " of ";
  to << each.what->name;
}
/// `A100 2g.10gb and H100_80GB`
template <class Kinds>
constexpr void add_kinds(error_sentence& to, Kinds const& kinds, char const* between) {
  char const* before = "";
  for (request_item const& each : kinds) {
    to << before;
    add_kinds(to, each);
    before = between;
  }
}

/// Leaves out the alternatives that the pool lacks; refuses what it lacks altogether.
constexpr void narrow_to(pool_content const& pool, request_items& asked, int nodes) {
  if (pool.overflows) return asked.refused("the nodes of a pool have at most 24 kinds of devices and partitions");
  switch (lack_of(pool, asked, nodes)) {
    case lack::nothing:
    case lack::request:
      break;
    case lack::device:
      return asked.refused("the nodes of this pool have no such device");
    case lack::partition:
      return asked.refused("the nodes of this pool have the device, but cut in another way");
    case lack::count:
      return asked.refused("each node of this pool has fewer of what is asked for");
    case lack::nodes:
      return asked.refused("this pool has fewer nodes than are asked for");
  }
  if (!asked.alternatives) return;
  static_vector<request_item, request_items::max_items> left;
  for (request_item const& each : asked.all) {
    if (lack_of_one(pool, *each.what, each.count) == lack::nothing) left.push_back(each);
  }
  asked.all = left;
  asked.alternatives = left.size() > 1;
}

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
