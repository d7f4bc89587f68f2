// SPDX-License-Identifier: BSL-1.0
/// \file
/// Pools and clusters by what a person wrote: a system's name, or a JSON file. The rules are those of cluster/ and
/// request/. The compiled library allotype::pools defines what is declared here.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <allotype/cluster/pools/detail/input_file.hpp>
#include <allotype/cluster/pools/detail/named_accelerator.hpp>
#include <allotype/cluster/pools/detail/selection.hpp>
#include <allotype/cluster/request/detail/content.hpp>
#include <allotype/cluster/request/document.hpp>
#include <allotype/cluster/request/request.hpp>
#include <allotype/cluster/request/work.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
struct setup_step;
}

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

class cluster_setup;
struct node_setup;
struct named_pool;

/// What a system is asked for, in the forms that it can be printed in. A form that a system lacks is empty.
struct printed_request {
  std::string refused{};  ///< why it cannot be asked for; empty where it can
  document part{};        ///< what the request decides
  std::vector<document> manifests{};
  std::string text{};  ///< options of a command
  std::string script{};
  std::string unlabelled{};  ///< labels that keep the request off nodes, but not off those that lack them
};

/// A system with settings.
class [[gnu::visibility("default")]] named_system {
 public:
  virtual ~named_system() = default;
  /// \throws input_error for a setting that it does not have
  virtual void set(std::string const& name, std::string const& value) = 0;
  /// The JSON Schema of its settings in a file.
  virtual document schema_of_settings() const = 0;
  /// \param of what the nodes have, if that is known
  virtual printed_request request(request_items const&, pool_content const* of, request_options const&,
                                  work const&) const = 0;
  /// Why a pool that has this cannot be asked; empty where it can.
  virtual std::string refusal_of(request_items const&, pool_content const& of, request_options const&) const = 0;
  /// Whether a pool that has this is asked for one of the alternatives, and not for whichever is free.
  virtual bool asked_for_one(request_items const&, pool_content const& of, request_options const&) const = 0;
  /// Adds what the settings say of nodes: how many tasks share a device, and whether partitions are made on demand.
  virtual void describe(pool_content&) const = 0;
  /// Why nodes that have this cannot be of the system, with its settings; empty where they can.
  virtual std::string fault_on(node_content const&) const = 0;
  /// For each of the other pools, or this one, its device that the request to this pool would be met by as well. Only
  /// of pools that are asked in the same way. \pre request refuses nothing
  virtual std::vector<mistaken_for> also_met(request_items const&, pool_content const& of, request_options const&,
                                             std::vector<named_pool> const& others) const = 0;
  /// Names of other devices and partitions that the request would be met by, on nodes that the system has anywhere.
  virtual std::vector<std::string> also_met_anywhere(request_items const&, request_options const&) const = 0;
  /// Adds what sets up nodes of the system. \throws input_error for what its tool cannot make
  virtual void add_setup(cluster_setup& to, node_setup const& node) const = 0;
};

/// \throws input_error with the nearest name
[[gnu::visibility("default")]] std::unique_ptr<named_system> make_system(std::string const& name);
[[gnu::visibility("default")]] std::vector<std::string> system_names();

/// GPUs of a node that are set up alike.
struct named_gpus {
  accelerator_data const* what = nullptr;
  int count = 1;
  bool laid_out = false;
  planned_layout layout{};  ///< where they are laid out
};

struct named_pool {
  std::string name;
  std::string system_name;
  std::unique_ptr<named_system> system;
  pool_content content{};
  std::vector<named_gpus> gpus{};  ///< of each node
};

/// What the pool lacks of what is asked for, and what it has: `has A100_80GB only as 3g.40gb, 2g.20gb`. Empty where it
/// lacks nothing.
[[gnu::visibility("default")]] std::string lack_in_words(named_pool const& pool, request_items const& asked, int nodes);

/// What sets up these pools. \param tool what alone is wanted; empty: what is usual for each pool
/// \throws input_error for what the tool cannot make
[[gnu::visibility("default")]] std::vector<setup_step> provision(std::vector<named_pool const*> const& pools,
                                                                 std::string const& tool);

/// \throws input_error with the file, the line, the place in it and what would be valid
[[gnu::visibility("default")]] std::vector<named_pool> read_cluster(std::string const& file);
/// The same of what was read. \param file for errors
[[gnu::visibility("default")]] std::vector<named_pool> read_cluster(std::string const& file, file_value const& content);

/// The JSON Schemas of a cluster's file and of a file of tasks.
[[gnu::visibility("default")]] document schema_of_cluster();
[[gnu::visibility("default")]] document schema_of_tasks();

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
