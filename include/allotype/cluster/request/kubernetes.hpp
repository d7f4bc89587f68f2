// SPDX-License-Identifier: BSL-1.0
/// \file
/// What Kubernetes is asked for. A pod states the resource that a device plugin counts, and the labels of a node that
/// carries the board. The systems here are NVIDIA's device plugin (v0.20) with its MIG strategies, and AMD's. Sources:
/// NVIDIA/k8s-device-plugin@1b826acc (internal/lm/resource.go, internal/rm/device_map.go, cmd/nvidia-device-plugin),
/// ROCm/k8s-device-plugin (cmd/k8s-node-labeller), Kubernetes' rules for names of labels and resources.
#pragma once

#include <allotype/catalog/nvidia_mig_drivers.hpp>
#include <allotype/cluster/quoting/names.hpp>
#include <allotype/cluster/request/detail/label_value.hpp>
#include <allotype/cluster/request/detail/setting_rows.hpp>
#include <allotype/cluster/request/document.hpp>
#include <allotype/cluster/request/quantity.hpp>
#include <allotype/cluster/request/request.hpp>
#include <allotype/cluster/request/short_text.hpp>
#include <allotype/cluster/request/work.hpp>
#include <allotype/core/detail/character.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::kubernetes {

/// How NVIDIA's device plugin shows MIG partitions.
enum class mig_strategy {
  none,    ///< not at all
  single,  ///< as `nvidia.com/gpu`, on nodes where all partitions are alike
  mixed,   ///< as `nvidia.com/mig-2g.10gb` and so on
};

/// What one of `pods` pods asks for: a constexpr value.
struct pod_request {
  /// An amount of a resource, under `limits`.
  struct amount {
    short_text resource;  ///< its name, `nvidia.com/gpu`
    long long count = 0;  ///< how many
  };
  /// A label of nodes, or an annotation of the pod.
  struct label {
    short_text key, value;  ///< both sides of the `=`
  };
  /// What a label of a node must be, if not one value: in a list, not there, or either.
  struct expression {
    short_text key;                                                      ///< the label's name
    bool exists = true;                                                  ///< whether the label has to be there
    static_vector<short_text, detail::request_items::max_items> values;  ///< any of which it may have where it is there
  };
  /// A taint of nodes, with the effect NoSchedule, that the pod tolerates.
  struct toleration {
    short_text key;           ///< the taint's name
    short_text value;         ///< empty: the taint may have any
    bool only_empty = false;  ///< an empty value means that of the taint
  };

  refusal refused;                             ///< the reason why the system cannot state the request; empty if it can
  static_vector<amount, 2> limits;             ///< resources of the container
  bool states_requests = false;                ///< the same once more under `requests`
  static_vector<label, 4> node_selector;       ///< labels that the node has
  static_vector<expression, 4> node_affinity;  ///< what else is required of the node's labels
  bool prefers_in_order = false;               ///< of the values in `node_affinity` the earlier ones are preferred
  static_vector<toleration, 3> tolerations;    ///< taints of the node that do not matter
  static_vector<label, 2> annotations;         ///< of the pod
  static_vector<label, 1> labels;              ///< of the pod itself
  char const* scheduler = nullptr;             ///< that places the pod; null: the cluster's own
  bool claims = false;  ///< devices by a ResourceClaimTemplate that has the work's name: cluster/request/dra.hpp
  bool in_compute_domain = false;  ///< claims a channel of `dra::compute_domain`
  int pods = 1;                    ///< that ask for the same, one on each node
  int cpus = 0;                    ///< cores of the host; 0: not stated
  bytes memory = {};               ///< of the host
  bytes ephemeral_storage = {};    ///< of the host; 0: not stated

  constexpr pod_request() = default;
  constexpr pod_request(refusal refusal, request_options const& options)
      : refused(refusal),
        pods(options.nodes),
        cpus(options.cpus),
        memory(options.memory),
        ephemeral_storage(options.ephemeral_storage) {}

  /// How much of a resource; 0 where it is not asked for.
  [[nodiscard]] constexpr long long limit(char const* resource) const {
    for (amount const& each : limits) {
      if (each.resource == resource) return each.count;
    }
    return 0;
  }
  /// The value that a label of the node must have; empty where the selector does not have it.
  [[nodiscard]] constexpr char const* selects(char const* key) const {
    for (label const& each : node_selector) {
      if (each.key == key) return each.value.text();
    }
    return "";
  }
  /// Whether what serves the other request would serve this one, too: it has the resources, and its node the labels.
  /// Nodes are taken to have the labels that the other request selects and no more.
  [[nodiscard]] constexpr bool is_also_met_by(pod_request const& other) const;
};

namespace detail {

using namespace allotype::detail;

/// NVIDIA's device plugin takes no earlier driver. (NVIDIA/k8s-device-plugin, README, prerequisites: 384.81)
inline constexpr int first_driver_of_plugin = 384;

/// What a pool with NVIDIA's device plugin says about its nodes.
struct settings {
  mig_strategy strategy = mig_strategy::mixed;         ///< how the device plugin shows partitions
  bool selects_product = true;                         ///< select nodes by `nvidia.com/gpu.product`
  char const* product = nullptr;                       ///< the board, where a device has several
  allotype::driver driver = allotype::driver::newest;  ///< of the nodes; older ones have other names
  int replicas = 1;                                    ///< clients that share a device by turns
  bool renames_shared = false;                         ///< a shared resource ends in `.shared`
  bool mps = false;                                    ///< CUDA's multi-process service shares each device
};
template <mig_strategy Strategy>
struct pool {
  static constexpr detail::settings settings{Strategy};
};

/// The name of a board as GPU Feature Discovery writes it.
constexpr short_text product_value(char const* nvml_name) {
  short_text value;
  for (char const* c = nvml_name; *c != '\0'; ++c) {
    if (*c == ' ') {
      value << '-';
    } else if (is_of_a_label(*c)) {
      value << *c;
    }
  }
  return value;
}

/// What a driver calls a profile of the catalogue; the name itself where the board is not known.
constexpr char const* profile_under(accelerator_data const& what, allotype::driver version) {
  return what.board == nullptr
             ? what.partition
             : name_of_profile_under(what.board->name, what.partition, version, mig_firmware::production);
}

/// What a driver calls a board: those before R470 leave out the maker, but for names that begin with a family.
constexpr char const* product_under(char const* name, allotype::driver version) {
  constexpr char maker[] = "NVIDIA ";
  return version < allotype::driver::R470 && begins_with(name, maker) ? name + (sizeof maker - 1) : name;
}

/// A source says that the driver does not have the partition, or no MIG on its board.
constexpr bool came_later(accelerator_data const& what, allotype::driver version) {
  return what.board != nullptr && what.row != nullptr &&
         version < first_driver_of(what.board->name, what.row->nvml_profile_id);
}

/// NVIDIA's programs for Kubernetes take their names from a library that lacks the instance of 3 slices with graphics.
/// (NVIDIA/go-nvlib@3c16156, pkg/nvlib/device/mig_profile.go)
constexpr bool is_nameless(accelerator_data const& what) {
  return what.row != nullptr && what.row->compute_slices == 3 && ends_with(what.partition, "+gfx");
}

/// A partition that is a resource of its own.
constexpr bool is_own_resource(settings const& on, accelerator_data const& what) {
  return what.is_partition() && on.strategy == mig_strategy::mixed;
}

/// What clients of a shared resource that keeps its name see behind the board's name.
inline constexpr char shared_suffix[] = "-SHARED";

/// The label `nvidia.com/gpu.product` of nodes whose GPUs are that device, or have that partition: what requests select
/// and what `node_labels` says. Empty where neither the pool nor the catalogue has the board's name. GPUs in MIG mode
/// say nothing of sharing under the strategy mixed; whole GPUs of the same board beside them do.
/// (NVIDIA/k8s-device-plugin, internal/lm/resource.go and nvml.go)
constexpr short_text product_label(settings const& on, accelerator_data const& what) {
  char const* const name = on.product != nullptr ? on.product : what.product();
  if (name == nullptr) return {};
  short_text value = product_value(product_under(name, on.driver));
  bool const own_resource = is_own_resource(on, what);
  if (what.is_partition() && !own_resource) value << "-MIG-" << profile_value(profile_under(what, on.driver));
  if (!own_resource && on.replicas > 1 && !on.renames_shared) value << shared_suffix;
  return value;
}

/// What says that a node's GPUs are in MIG mode: the configuration that NVIDIA's GPU Operator is told. It writes
/// `all-disabled` itself; where GPUs are cut by hand, there is no such label. (NVIDIA/gpu-operator, MIG Manager)
constexpr void keep_off_cut(pod_request& to, accelerator_data const& what) {
  if (what.board != nullptr) to.node_affinity.push_back({"nvidia.com/mig.config", false, {{"all-disabled"}}});
}
/// What says that the clients of a node's GPUs take turns. Earlier plugins than v0.15 do not write the label.
constexpr void keep_off_shared(pod_request& to) {
  to.node_affinity.push_back({"nvidia.com/gpu.sharing-strategy", false, {{"none"}}});
}
/// A whole GPU of nodes that another label names than the device plugin's, which has the same name for all.
constexpr void keep_whole(pod_request& to, accelerator_data const& what) {
  if (what.maker != vendor::nvidia || what.state != accelerator_data::partitioning::whole) return;
  keep_off_cut(to, what);
  keep_off_shared(to);
}

/// What the device plugin calls `nvidia.com/gpu`, by other labels than the board's.
constexpr void tell_kind(pod_request& to, settings const& on, accelerator_data const& what) {
  // GPU Feature Discovery writes it under the strategy single alone, of partitions.
  constexpr char slices[] = "nvidia.com/gpu.slices.gi";
  bool const is_whole = what.state == accelerator_data::partitioning::whole;
  if (on.strategy == mig_strategy::single && what.is_partition() && what.row != nullptr)
    to.node_selector.push_back({slices, short_text{} << what.row->compute_slices});
  if (on.strategy == mig_strategy::single && is_whole && what.board != nullptr)
    to.node_affinity.push_back({slices, false, {}});
  if (is_whole && on.replicas == 1 && !on.mps) keep_off_shared(to);
}

/// A whole device or a partition under NVIDIA's plugin.
constexpr void ask_nvidia(pod_request& to, settings const& on, accelerator_data const& what, int count) {
  if (what.is_compute_instance()) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    return to.refused("device plugins know GPU instances only; a compute instance makes NVIDIA's fail on the whole node");
    // clang-format on
  }
  if (what.is_partition() && on.strategy == mig_strategy::none) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    return to.refused("strategy none does not show partitions: it offers a GPU in MIG mode as one whole GPU; use mixed or single");
    // clang-format on
  }
  if (what.is_partition() && came_later(what, on.driver)) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    return to.refused("this partition came with a later driver than that of the nodes: available_since has the first one");
    // clang-format on
  }
  if (is_nameless(what)) return to.refused("NVIDIA's device plugin has no name for 3 slices with graphics");
  if (what.is_partition() && on.mps) return to.refused("NVIDIA's device plugin shares no MIG partition by MPS");
  bool const own_resource = is_own_resource(on, what);
  short_text resource = "nvidia.com/";
  if (own_resource) {
    resource << "mig-" << profile_value(profile_under(what, on.driver));
  } else {
    resource << "gpu";
  }
  if (on.replicas > 1 && on.renames_shared) resource << ".shared";
  if (resource.size() > max_characters) return to.refused("the resource's name has more than 63 characters");
  to.limits.push_back({resource, count});
  to.tolerations.push_back({"nvidia.com/gpu", ""});
  if (on.strategy == mig_strategy::none && what.state == accelerator_data::partitioning::whole) keep_off_cut(to, what);
  if (!on.selects_product) return tell_kind(to, on, what);
  if (what.several_sizes && on.product == nullptr) {
    pod_request::expression any_size{"nvidia.com/gpu.product", true, {}};
    for (int i = 0; i < what.product_count; ++i) {
      settings of_one = on;
      of_one.product = what.product_names[i];
      any_size.values.push_back(product_label(of_one, what));
    }
    to.node_affinity.push_back(any_size);
    return;
  }
  if (what.product() == nullptr && on.product == nullptr) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    return to.refused("the catalogue has no name of this board: add setting<\"product\", \"its name\"> or setting<\"selects-product\", \"false\">, whichever the system has");
    // clang-format on
  }
  short_text const value = product_label(on, what);
  if (value.size() > max_characters) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    return to.refused("the label nvidia.com/gpu.product would have more than 63 characters, the most that Kubernetes takes");
    // clang-format on
  }
  if (!detail::is_label_value(value.text()))
    return to.refused("the label nvidia.com/gpu.product would have a character that Kubernetes refuses");
  if (own_resource && on.replicas > 1 && !on.renames_shared) {
    // A whole GPU of the same board on the node puts the suffix into the label.
    short_text beside_whole = value;
    to.node_affinity.push_back({"nvidia.com/gpu.product", true, {{value, beside_whole << shared_suffix}}});
    return;
  }
  to.node_selector.push_back({"nvidia.com/gpu.product", value});
}

/// Leaves what is required of nodes for each of the alternatives so far, and for this one, too.
constexpr void require_of_all(pod_request& to, pod_request const& one, short_text const& of_one, bool is_first) {
  decltype(to.node_affinity) left;
  for (pod_request::expression const& each : is_first ? one.node_affinity : to.node_affinity) {
    bool wanted = false;
    for (pod_request::expression const& other : one.node_affinity) wanted = wanted || other.key == each.key;
    if (wanted && !(each.key == of_one)) left.push_back(each);
  }
  to.node_affinity = left;
}

/// Several whole devices, each of which will do: nodes that have one of them.
constexpr void ask_any_nvidia(pod_request& to, settings const& on, request_items const& any) {
  pod_request::expression products;
  products.key = "nvidia.com/gpu.product";
  for (request_item const& each : any.all) {
    pod_request one;
    one.refused = to.refused;
    ask_nvidia(one, on, *each.what, each.count);
    if (one.refused) {
      to.refused = one.refused;
      return;
    }
    if (!to.limits.empty() && !(to.limits[0].resource == one.limits[0].resource)) {
      // clang-format off: the sentence stays in the line of the call, which compilers quote
      return to.refused("a container asks for one resource, and the alternatives here have several: name one, or use DRA");
      // clang-format on
    }
    require_of_all(to, one, products.key, to.limits.empty());
    to.limits = one.limits;
    to.tolerations = one.tolerations;
    for (pod_request::label const& label : one.node_selector) {
      if (label.key == products.key) products.values.push_back(label.value);
    }
    for (pod_request::expression const& label : one.node_affinity) {
      if (!(label.key == products.key)) continue;
      if (products.values.size() + label.values.size() > request_items::max_items) {
        return to.refused(
            "partitions whose resource is shared have two labels each, and a request at most nine labels");
      }
      for (short_text const& value : label.values) products.values.push_back(value);
    }
  }
  to.prefers_in_order = true;
  if (on.selects_product) to.node_affinity.push_back(products);
}

/// What all systems of Kubernetes check first. \return whether there is one device, or there are alternatives
constexpr bool is_for_one_container(pod_request& to, request_items const& all, request_options options) {
  refuse_counts(to.refused, options);
  if (all.all.size() > 1 && !all.alternatives) {
    to.refused("a container gets devices of one type from a device plugin: use two containers, two pods, or DRA");
    return false;
  }
  return !to.refused && !all.all.empty();
}

/// The same where a pod selects its nodes by their device. \return whether there is one device
constexpr bool is_for_one_kind_of_node(pod_request& to, request_items const& all, request_options options) {
  if (!is_for_one_container(to, all, options)) return false;
  if (all.alternatives) to.refused("a pod selects one kind of node, and there are alternatives: name one of them");
  return !all.alternatives;
}

/// What `request` calls for such a pool. A refusal is in the result, with its reason.
constexpr pod_request ask(settings const& on, request_items const& all, request_options options) {
  pod_request to{all.refused, options};
  if (!is_for_one_container(to, all, options)) return to;
  for (auto const& each : all.all) {
    if (each.what->maker == vendor::google) {
      to.refused("a TPU is no resource of NVIDIA's device plugin: its pools are gke's");
      return to;
    }
    if (each.what->maker != vendor::nvidia) {
      to.refused("NVIDIA's device plugin serves NVIDIA's devices only");
      return to;
    }
  }
  if (all.alternatives) {
    ask_any_nvidia(to, on, all);
  } else {
    ask_nvidia(to, on, all.first(), all.all[0].count);
  }
  return to;
}

/// Under the strategy single all partitions of a node are alike, and no GPU is whole. A node has one label for its
/// boards: GPU Feature Discovery writes that of one of them. (NVIDIA/k8s-device-plugin, internal/lm/mig-strategy.go)
template <class Content>
constexpr void refuse_nodes(settings const& on, Content const& content, refusal& refused) {
  for (auto const& each : content) {
    if (on.selects_product && !equal(each.what->device, content[0].what->device)) {
      // clang-format off: the sentence stays in the line of the call, which compilers quote
      refused("a node has one label nvidia.com/gpu.product, so requests find one of its boards: give each board nodes of its own, or add setting<\"selects-product\", \"false\">");
      // clang-format on
    }
  }
  int partitions = 0, whole = 0;
  for (auto const& each : content) (each.what->is_partition() ? partitions : whole) += 1;
  if (on.strategy == mig_strategy::single && partitions > 0 && partitions + whole > 1) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    refused("the strategy single shows nodes only where all GPUs are partitioned, and all partitions are alike: use mixed");
    // clang-format on
  }
  if (on.strategy == mig_strategy::none && partitions > 0) {
    refused("the strategy none shows no partitions: use mixed or single");
  }
}

// ---- systems that start pods of another ----------------------------------------------------------------------------

/// The settings of a system whose pods the one that `Above` stands for makes.
template <class Above, class Settings>
struct settings_below {
  Settings below;
};
template <class Above, class Pool>
struct layer {
  static constexpr settings_below<Above, decltype(Pool::settings)> settings{Pool::settings};
};

// ---- AMD's device plugin -------------------------------------------------------------------------------------------

/// Its option `-resource_naming_strategy`.
struct amd_settings {
  bool mixed = false;             ///< `amd.com/cpx_nps4` and so on; otherwise partitions count as `amd.com/gpu`
  char const* product = nullptr;  ///< what nodes have as `amd.com/gpu.product-name`; it is selected for all devices
  bool selects_product = true;    ///< select nodes of partitions by that label, under the strategy mixed
};
template <bool Mixed>
struct amd_pool {
  static constexpr amd_settings settings{Mixed};
};

/// What AMD's node labeller writes as `amd.com/gpu.product-name`: what the driver calls the board, with `_` for blanks.
/// Null where no source has it. (ROCm/k8s-device-plugin, cmd/k8s-node-labeller; ROCm/gpu-operator, docs)
constexpr char const* amd_product_value(char const* device) {
  return equal(device, "MI300X") ? "AMD_Instinct_MI300X_OAM" : nullptr;
}

/// `CPX/NPS4` as AMD writes it in names: `cpx_nps4`.
constexpr short_text mode_value(char const* mode) {
  short_text value;
  for (char const* c = mode; *c != '\0'; ++c) value << lower(as_in_a_label(*c));
  return value;
}

/// The mode in which a device is one partition.
inline constexpr char amd_mode_of_whole[] = "spx_nps1";

/// Under the naming strategy single all partitions of a node are alike.
template <class Content>
constexpr void refuse_nodes(amd_settings const& on, Content const& content, refusal& refused) {
  if (!on.mixed && content.size() > 1) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    refused("under the naming strategy single AMD's device plugin serves nodes whose GPUs are all partitioned alike: use amd-mixed");
    // clang-format on
  }
}

constexpr pod_request ask(amd_settings const& on, request_items const& all, request_options options) {
  pod_request to{all.refused, options};
  if (!is_for_one_container(to, all, options)) return to;
  if (all.alternatives) {
    to.refused("a container asks for one resource, and there are alternatives: name one of them");
    return to;
  }
  auto const& what = all.first();
  if (what.maker != vendor::amd) {
    to.refused("AMD's device plugin serves AMD's devices only");
    return to;
  }
  auto const mode = mode_value(what.partition);
  short_text resource = "amd.com/";
  // A device that has modes is never amd.com/gpu under the naming strategy mixed.
  bool const own_resource = on.mixed && what.state != accelerator_data::partitioning::none;
  char const* product = on.product;
  if (own_resource) {
    resource << (what.is_partition() ? mode : short_text{amd_mode_of_whole});
    if (product == nullptr) product = amd_product_value(what.device);
    if (product == nullptr && on.selects_product && what.is_partition()) {
      // clang-format off: the sentence stays in the line of the call, which compilers quote
      to.refused("no source has the label of this board: add setting<\"product\", \"what nodes have as amd.com/gpu.product-name\"> or setting<\"selects-product\", \"false\">");
      // clang-format on
      return to;
    }
  } else {
    resource << "gpu";
    constexpr char mode_label[] = "amd.com/gpu.compute-memory-partition";
    if (what.is_partition()) to.node_selector.push_back({mode_label, mode});
    if (what.state == accelerator_data::partitioning::whole)
      to.node_affinity.push_back({mode_label, false, {{amd_mode_of_whole}}});
  }
  if (product != nullptr && on.selects_product) to.node_selector.push_back({"amd.com/gpu.product-name", product});
  to.limits.push_back({resource, all.all[0].count});
  return to;
}

// ---- printing ------------------------------------------------------------------------------------------------------

/// What a node must have of a label: a value, one of several, or no such label.
constexpr bool node_has(pod_request const& node, short_text const& key, pod_request::expression const& wanted) {
  bool has_key = false;
  auto const is_wanted = [&](short_text const& value) {
    for (short_text const& each : wanted.values) {
      if (each == value) return true;
    }
    return wanted.values.empty();
  };
  for (pod_request::label const& each : node.node_selector) {
    if (!(each.key == key)) continue;
    has_key = true;
    if (is_wanted(each.value)) return wanted.exists || !wanted.values.empty();
  }
  for (pod_request::expression const& each : node.node_affinity) {
    if (!each.exists || !(each.key == key)) continue;
    has_key = true;
    for (short_text const& value : each.values) {
      if (is_wanted(value)) return wanted.exists || !wanted.values.empty();
    }
  }
  return !wanted.exists && !has_key;
}

}  // namespace detail

constexpr bool pod_request::is_also_met_by(pod_request const& other) const {
  for (amount const& each : limits) {
    if (other.limit(each.resource.text()) == 0) return false;
  }
  for (label const& each : node_selector) {
    if (!detail::node_has(other, each.key, {each.key, true, {{each.value}}})) return false;
  }
  for (expression const& each : node_affinity) {
    if (!detail::node_has(other, each.key, each)) return false;
  }
  return !limits.empty();
}

namespace detail {

/// Nodes that the scheduler takes rather than others: the earlier a value of a label stands, the more weight it has.
/// The last one has none.
inline document preferences_of(pod_request const& request) {
  document preferred = document::array();
  for (pod_request::expression const& each : request.node_affinity) {
    int const count = each.exists ? each.values.size() : 0;
    for (int i = 0; i + 1 < count; ++i) {
      document const one{
          {"key", each.key.text()}, {"operator", "In"}, {"values", document::array({each.values[i].text()})}};
      preferred.push_back({{"weight", 100 * (count - 1 - i) / (count - 1)},
                           {"preference", {{"matchExpressions", document::array({one})}}}});
    }
  }
  return preferred;
}

/// What is required of a node's labels: alternatives, each a list of what holds together. A label that may be there or
/// not doubles them.
inline document selector_terms_of(pod_request const& request) {
  std::vector<document> terms{document::array()};
  auto const add = [&terms](document const& one) {
    for (document& term : terms) term.push_back(one);
  };
  for (pod_request::expression const& each : request.node_affinity) {
    document const absent{{"key", each.key.text()}, {"operator", "DoesNotExist"}};
    if (each.values.empty()) {
      add(absent);
      continue;
    }
    std::vector<document> without = terms;
    document in{{"key", each.key.text()}, {"operator", "In"}};
    for (auto const& value : each.values) in["values"].push_back(value.text());
    add(in);
    if (each.exists) continue;
    for (document& term : without) term.push_back(absent);
    terms.insert(terms.begin(), without.begin(), without.end());
  }
  document alternatives = document::array();
  for (document const& term : terms) alternatives.push_back({{"matchExpressions", term}});
  return alternatives;
}

}  // namespace detail

/// The parts of a container and of a pod that a request decides, under Kubernetes' names. Amounts are numbers here; a
/// manifest writes them as texts, which every client takes.
[[nodiscard]] inline document to_document(pod_request const& request) {
  document printed;
  document limits;
  for (pod_request::amount const& each : request.limits) limits[each.resource.text()] = each.count;
  if (request.states_requests) printed["requests"] = limits;
  if (!request.limits.empty()) printed["limits"] = limits;
  for (pod_request::label const& each : request.annotations)
    printed["annotations"][each.key.text()] = each.value.text();
  if (request.scheduler != nullptr) {
    for (pod_request::label const& each : request.labels) printed["labels"][each.key.text()] = each.value.text();
    printed["schedulerName"] = request.scheduler;
  }
  for (pod_request::label const& each : request.node_selector)
    printed["nodeSelector"][each.key.text()] = each.value.text();
  if (!request.node_affinity.empty()) {
    printed["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]["nodeSelectorTerms"] =
        detail::selector_terms_of(request);
    if (request.prefers_in_order) {
      document const preferred = detail::preferences_of(request);
      printed["affinity"]["nodeAffinity"]["preferredDuringSchedulingIgnoredDuringExecution"] = preferred;
    }
  }
  for (pod_request::toleration const& each : request.tolerations) {
    document one{{"key", each.key.text()}, {"operator", each.value.empty() && !each.only_empty ? "Exists" : "Equal"}};
    if (!each.value.empty()) one["value"] = each.value.text();
    one["effect"] = "NoSchedule";
    printed["tolerations"].push_back(one);
  }
  return printed;
}

namespace detail {

/// Amounts under `requests` and `limits`: texts, which every client takes.
inline document resources(pod_request const& request) {
  document amounts;
  if (request.cpus != 0) amounts["cpu"] = std::to_string(request.cpus);
  if (request.memory != bytes{}) amounts["memory"] = quantity{request.memory}.characters;
  if (request.ephemeral_storage != bytes{})
    amounts["ephemeral-storage"] = quantity{request.ephemeral_storage}.characters;
  for (pod_request::amount const& each : request.limits) amounts[each.resource.text()] = std::to_string(each.count);
  if (request.states_requests) return {{"requests", amounts}, {"limits", amounts}};
  return {{"limits", amounts}};
}

/// What NVIDIA's driver makes for a compute domain: the template from which each pod claims a channel.
inline std::string channel_template_of(work const& what) { return what.name + "-channel"; }

/// The container and the pod's specification around it.
inline document pod_spec(pod_request const& request, work const& what) {
  document const asked = to_document(request);
  document spec{{"restartPolicy", "Never"}};
  if (request.scheduler != nullptr) spec["schedulerName"] = request.scheduler;
  document container{{"name", "task"}, {"image", what.image}};
  for (std::string const& word : what.command) container["command"].push_back(word);
  document const amounts = resources(request);
  if (!amounts.members().back().second.empty()) container["resources"] = amounts;
  if (request.claims) {
    container["resources"]["claims"].push_back({{"name", "devices"}});
    spec["resourceClaims"].push_back({{"name", "devices"}, {"resourceClaimTemplateName", what.name}});
  }
  if (request.in_compute_domain) {
    container["resources"]["claims"].push_back({{"name", "channel"}});
    spec["resourceClaims"].push_back({{"name", "channel"}, {"resourceClaimTemplateName", channel_template_of(what)}});
  }
  for (document::member const& each : asked.members()) {
    if (each.first == "nodeSelector" || each.first == "affinity" || each.first == "tolerations")
      spec[each.first] = each.second;
  }
  spec["containers"].push_back(container);
  return spec;
}

}  // namespace detail

/// A pod: one container that runs once.
/// \throws input_error if the request is for several pods: that is a job; or for a name that no pod has
[[nodiscard]] inline document pod(pod_request const& request, work const& what = {}) {
  if (request.pods != 1) throw input_error("this request is for several pods: print it as a job, kubernetes::job");
  document manifest{{"apiVersion", "v1"},
                    {"kind", "Pod"},
                    {"metadata", {{"name", detail::allowed_name("a pod", detail::rule::dns_label, what.name)}}}};
  for (pod_request::label const& each : request.annotations)
    manifest["metadata"]["annotations"][each.key.text()] = each.value.text();
  for (pod_request::label const& each : request.labels)
    manifest["metadata"]["labels"][each.key.text()] = each.value.text();
  manifest["spec"] = detail::pod_spec(request, what);
  return manifest;
}

/// Do not compile; they say what a manifest is made of.
template <class Request, class What = work>
  requires(!std::is_convertible_v<Request const&, pod_request const&>)
[[nodiscard]] document pod(Request const&, What const& = {}) {
  constexpr bool of_kubernetes = sizeof(Request) == 0;
  static_assert(of_kubernetes,
                "kubernetes::pod: its first argument is a request to a system of Kubernetes, request<pool>(task)");
  return {};
}
template <class Request, class What = work>
  requires(!std::is_convertible_v<Request const&, pod_request const&>)
[[nodiscard]] document job(Request const&, What const& = {}) {
  constexpr bool of_kubernetes = sizeof(Request) == 0;
  static_assert(of_kubernetes,
                "kubernetes::job: its first argument is a request to a system of Kubernetes, request<pool>(task)");
  return {};
}
// clang-format off: compilers quote one line
template <class yaml_is_written_of_a_manifest_as_of_kubernetes_pod = void, class... More> [[nodiscard]] std::string to_yaml(pod_request const&, More const&...) = delete;
// clang-format on

/// A job. For several nodes it is an indexed job: one pod a node, each with its number in JOB_COMPLETION_INDEX and with
/// a name of its own under the service that `headless_service` prints.
/// \throws input_error for a name that no job has
[[nodiscard]] inline document job(pod_request const& request, work const& what = {}) {
  if (request.pods > 1) {
    // The pods of an indexed job are called as it is, with their numbers.
    std::string const last = what.name + "-" + std::to_string(request.pods - 1);
    detail::allowed_name("the last pod of the job", detail::rule::dns_label, last);
  }
  detail::allowed_name("a job", detail::rule::dns_label, what.name);
  document manifest{{"apiVersion", "batch/v1"}, {"kind", "Job"}, {"metadata", {{"name", what.name}}}};
  document spec;
  document inner = detail::pod_spec(request, what);
  if (request.pods > 1) {
    spec["completionMode"] = "Indexed";
    spec["completions"] = request.pods;
    spec["parallelism"] = request.pods;
    inner["subdomain"] = what.name;
    // The scheduler puts pods together where they fit, so one on each node has to be asked for.
    inner["affinity"]["podAntiAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"].push_back(
        {{"labelSelector", {{"matchLabels", {{"job-name", what.name}}}}}, {"topologyKey", "kubernetes.io/hostname"}});
    // GPU Feature Discovery writes one value for all nodes that an NVLink reaches.
    if (request.in_compute_domain) {
      inner["affinity"]["podAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"].push_back(
          {{"labelSelector", {{"matchLabels", {{"job-name", what.name}}}}}, {"topologyKey", "nvidia.com/gpu.clique"}});
    }
  }
  spec["backoffLimit"] = 0;
  for (pod_request::label const& each : request.annotations) {
    spec["template"]["metadata"]["annotations"][each.key.text()] = each.value.text();
  }
  for (pod_request::label const& each : request.labels)
    spec["template"]["metadata"]["labels"][each.key.text()] = each.value.text();
  spec["template"]["spec"] = inner;
  manifest["spec"] = spec;
  return manifest;
}

/// Gives the pods of an indexed job names in the cluster's DNS: `task-0.task`, `task-1.task`.
/// \throws input_error for a name that no service has
[[nodiscard]] inline document headless_service(work const& what = {}) {
  return {{"apiVersion", "v1"},
          {"kind", "Service"},
          {"metadata", {{"name", detail::allowed_name("a service", detail::rule::service, what.name)}}},
          {"spec", {{"clusterIP", "None"}, {"selector", {{"job-name", what.name}}}}}};
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::kubernetes

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

template <>
inline constexpr auto setting_rows<kubernetes::detail::settings> = std::array{
    row_of<&kubernetes::detail::settings::product>("product", rule::board),
    row_of<&kubernetes::detail::settings::selects_product>("selects-product"),
    row_of<&kubernetes::detail::settings::driver>("driver", 9999, "", "", nullptr,
                                                  kubernetes::detail::first_driver_of_plugin),
    row_of<&kubernetes::detail::settings::replicas>("replicas", 1000),
    row_of<&kubernetes::detail::settings::renames_shared>("renames-shared"),
    row_of<&kubernetes::detail::settings::mps>("mps"),
};

template <>
inline constexpr auto setting_rows<kubernetes::detail::amd_settings> = std::array{
    row_of<&kubernetes::detail::amd_settings::product>("product", rule::label_value),
    row_of<&kubernetes::detail::amd_settings::selects_product>("selects-product"),
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
