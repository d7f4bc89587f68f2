// SPDX-License-Identifier: BSL-1.0
/// \file
/// What each system's administrator sets up for a pool: `add_setup(to, settings, node)`, the same for types and for
/// files.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <allotype/cluster/pools/detail/cluster_setup.hpp>
#include <allotype/cluster/provision/aks.hpp>
#include <allotype/cluster/provision/amd_config_manager.hpp>
#include <allotype/cluster/provision/gke.hpp>
#include <allotype/cluster/provision/gpu_operator.hpp>
#include <allotype/cluster/provision/nvidia_smi.hpp>
#include <allotype/cluster/provision/slurm.hpp>
#include <allotype/cluster/request/detail/eks.hpp>
#include <allotype/cluster/request/detail/labelled_clouds.hpp>
#include <allotype/cluster/request/dra.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

// ---- partitions of NVIDIA's GPUs, on nodes of any system -----------------------------------------------------------

inline constexpr setup_file smi_commands{"nvidia-smi", "command"};
inline constexpr setup_file mig_parted_file{
    "mig-parted", "config.yaml", [](document const& configurations) {
      return to_yaml(document{{"version", "v1"}, {"mig-configs", configurations}});
    }};
inline constexpr setup_file mig_parted_commands{"mig-parted", "command"};

inline std::string on_each_node(node_setup const& node, char const* more = "") {
  return "# on each node of pool " + in_error(node.pool) + more;
}

/// Two boards may have configurations of one name. They stand there together then, each for its board's PCI ids.
/// \return the name
inline std::string add_configuration(cluster_setup& to, setup_file const& file, node_setup const& node,
                                     driver version) {
  auto const made = configuration_of(node, mig_parted::boards::any).under(version);
  char const* const device = node.gpus.front().device->device;
  document by_board;
  if (all_are_alike(node) && pci_ids_of(device) != nullptr)
    by_board = configuration_of(node, mig_parted::boards::of_its_kind).under(version).entries();
  to.add_member(file, made.name(), made.entries(), device, by_board);
  return made.name();
}

/// \param usual whether nvidia-smi makes them where no tool is named
inline void add_instances(cluster_setup& to, node_setup const& node, driver version, bool usual,
                          char const* when = "") {
  if (!node.is_partitioned()) return;
  if (to.wants("nvidia-smi", usual)) {
    std::string commands = on_each_node(node, when);
    for (std::size_t i = 0; i < node.gpus.size(); ++i) {
      nvidia_smi::options const how{nvidia_smi::instance_form::id_and_start, static_cast<int>(i)};
      commands += "\n" + nvidia_smi::create_command(node.gpus[i], how);
    }
    to.add_line(smi_commands, 0, commands);
  }
  if (to.wants("mig-parted", false)) {
    std::string const name = add_configuration(to, mig_parted_file, node, version);
    to.add_line(mig_parted_commands, 0,
                on_each_node(node, when) + "\nnvidia-mig-parted apply -f config.yaml -c " + name);
  }
}

// ---- Kubernetes ----------------------------------------------------------------------------------------------------

/// The namespace in which NVIDIA's documentation installs the operator, and AMD's its own.
inline constexpr char operator_namespace[] = "gpu-operator";
inline constexpr char openshift_namespace[] = "nvidia-gpu-operator";
inline constexpr char amd_namespace[] = "kube-amd-gpu";

inline document in_namespace(document map, char const* name) {
  map["metadata"]["namespace"] = name;
  return map;
}
template <auto const& Namespace>
std::string print_mig_map(document const& configurations) {
  return to_yaml(in_namespace(gpu_operator::detail::config_map(configurations, "custom-mig-config"), Namespace));
}
inline constexpr setup_file operator_map{"gpu-operator", "ConfigMap", &print_mig_map<operator_namespace>};
inline constexpr setup_file openshift_map{"openshift", "ConfigMap", &print_mig_map<openshift_namespace>};
inline constexpr setup_file operator_commands{"gpu-operator", "command"};
inline constexpr setup_file openshift_commands{"openshift", "command"};

/// What the device plugin and GPU Feature Discovery of some nodes read. (NVIDIA/cloud-native-docs, gpu-sharing)
inline constexpr setup_file plugin_map{
    "gpu-operator", "ConfigMap", [](document const& configurations) {
      document data;
      for (auto const& [name, content] : configurations.members()) data[name] = to_yaml(content);
      return to_yaml(document{{"apiVersion", "v1"},
                              {"kind", "ConfigMap"},
                              {"metadata", {{"name", "device-plugin-config"}, {"namespace", operator_namespace}}},
                              {"data", data}});
    }};

inline void set_in_operator(cluster_setup& to, std::vector<std::string> const& values) {
  to.add_line(
      operator_commands, 0,
      std::string{"helm upgrade gpu-operator nvidia/gpu-operator -n "} + operator_namespace + " --reuse-values --set ",
      values);
}

/// The configuration of mig-parted, and what makes the operator apply it.
inline void add_mig_manager(cluster_setup& to, node_setup const& node, driver version, char const* strategy) {
  auto const chosen = configuration_of(node, mig_parted::boards::any).under(version);
  if (to.wants("gpu-operator", true)) {
    add_configuration(to, operator_map, node, version);
    if (strategy != nullptr) {
      to.agree_on("strategy", strategy, node);
      set_in_operator(to, {std::string{"mig.strategy="} + strategy});
    }
    set_in_operator(to, {"migManager.config.name=custom-mig-config"});
    to.add_line(operator_commands, 1, on_each_node(node) + "\n" + gpu_operator::label_command("NODE", chosen));
  }
  if (to.wants("openshift", false) && strategy != nullptr) {
    add_configuration(to, openshift_map, node, version);
    to.agree_on("strategy", strategy, node);
    to.add_line(openshift_commands, 0,
                gpu_operator::openshift_strategy_command(*strategy == 's' ? kubernetes::mig_strategy::single
                                                                          : kubernetes::mig_strategy::mixed));
    document const patch = document::array(
        {{{"op", "replace"}, {"path", "/spec/migManager/config"}, {"value", {{"name", "custom-mig-config"}}}}});
    to.add_line(openshift_commands, 0,
                "oc patch clusterpolicy/gpu-cluster-policy --type=json -p=" + shell_word(to_json(patch)));
    to.add_line(openshift_commands, 1,
                on_each_node(node) + "\n" + gpu_operator::openshift_label_command("NODE", chosen));
  }
}

/// How the device plugin shares each device of the pool.
inline void add_sharing(cluster_setup& to, kubernetes::detail::settings const& on, node_setup const& node) {
  if (!to.wants("gpu-operator", true)) return;
  kubernetes::detail::settings unshared = on;
  unshared.replicas = 1;
  unshared.mps = false;
  unshared.selects_product = false;
  document resources = document::array();
  for (request_item const& kind : node.content->on_a_node) {
    kubernetes::pod_request asked;
    kubernetes::detail::ask_nvidia(asked, unshared, *kind.what, 1);
    if (asked.refused) throw input_error(asked.refused.sentence());
    resources.push_back({{"name", asked.limits[0].resource.text()}, {"replicas", on.replicas}});
  }
  document sharing;
  if (on.renames_shared) sharing["renameByDefault"] = true;
  sharing["resources"] = resources;
  std::string const name = allowed_name("a configuration of the device plugin", rule::label_value, node.pool);
  to.add_member(plugin_map, name, {{"version", "v1"}, {"sharing", {{on.mps ? "mps" : "timeSlicing", sharing}}}});
  set_in_operator(to, {"devicePlugin.config.name=device-plugin-config"});
  to.add_line(
      operator_commands, 1,
      on_each_node(node) + "\nkubectl label nodes NODE nvidia.com/device-plugin.config=" + name + " --overwrite");
}

/// NVIDIA's GPU Operator sets up the GPUs.
inline void add_setup(cluster_setup& to, kubernetes::detail::settings const& on, node_setup const& node) {
  bool const shared = on.replicas > 1;
  if (node.is_partitioned()) {
    add_mig_manager(to, node, on.driver, on.strategy == kubernetes::mig_strategy::single ? "single" : "mixed");
    add_instances(to, node, on.driver, false);
  }
  if (shared) add_sharing(to, on, node);
  if (on.mps && !shared)
    to.say(not_known, node, "by how many clients MPS shares each GPU: the setting replicas says it");
  if (!node.is_partitioned() && !shared && !on.mps)
    to.say(nothing_to_set_up, node, "NVIDIA's device plugin offers whole GPUs by itself");
}

inline constexpr setup_file amd_profiles{
    "amd-config-manager", "ConfigMap", [](document const& profiles) {
      return to_yaml(document{{"apiVersion", "v1"},
                              {"kind", "ConfigMap"},
                              {"metadata", {{"name", "config-manager-config"}, {"namespace", amd_namespace}}},
                              {"data", {{"config.json", to_json(document{{"gpu-config-profiles", profiles}})}}}});
    }};
inline constexpr setup_file amd_commands{"amd-config-manager", "command"};

/// AMD's Device Config Manager partitions GPUs. \return whether there are partitions
inline bool add_amd_modes(cluster_setup& to, node_setup const& node) {
  amd_config_manager::profile made;
  bool partitioned = false;
  for (request_item const& kind : node.content->on_a_node) {
    if (kind.what->maker != vendor::amd || !kind.what->is_partition()) continue;
    partitioned = true;
    if (to.wants("amd-config-manager", true))
      made.add(kind.what->compute_mode, kind.what->memory_mode, kind.count / kind.what->partitions_of_device);
  }
  if (!partitioned || !to.wants("amd-config-manager", true)) return partitioned;
  document const file = to_document(made);
  to.add_member(amd_profiles, made.name(), file.members()[0].second.members()[0].second);
  to.add_line(amd_commands, 0, on_each_node(node) + "\n" + amd_config_manager::label_command("NODE", made));
  return true;
}

inline constexpr setup_file dra_commands{"dra", "command"};

/// NVIDIA's DRA driver makes partitions itself. GPUs of compute capability 8 have to be in MIG mode before.
inline void add_partitions_on_demand(cluster_setup& to, node_setup const& node) {
  if (to.wants("dra", true)) {
    to.add_line(dra_commands, 0,
                "helm upgrade --install nvidia-dra-driver-gpu nvidia/nvidia-dra-driver-gpu --namespace "
                "nvidia-dra-driver-gpu --create-namespace --set featureGates.DynamicMIG=true");
  }
  bool first_needs_mode = false;
  for (request_item const& each : node.content->on_a_node)
    first_needs_mode = first_needs_mode || (each.what->board != nullptr && !is_whole_on_demand(*each.what));
  if (first_needs_mode && to.wants("nvidia-smi", true))
    to.add_line(smi_commands, 0, on_each_node(node) + "\nnvidia-smi -mig 1");
}

/// NVIDIA's DRA driver publishes the partitions that are there when it starts.
inline void add_setup(cluster_setup& to, dra::detail::settings const& on, node_setup const& node) {
  if (add_amd_modes(to, node)) return;
  if (on.dynamic_mig) return add_partitions_on_demand(to, node);
  if (!node.is_partitioned())
    return to.say(nothing_to_set_up, node, "the DRA driver publishes the devices of its nodes by itself");
  add_mig_manager(to, node, on.driver, nullptr);
  if (to.wants("gpu-operator", true)) set_in_operator(to, {"devicePlugin.enabled=false"});
  add_instances(to, node, on.driver, false);
}

inline constexpr setup_file dra_classes{"dra", "DeviceClass", [](document const& classes) {
                                          std::string text;
                                          for (auto const& [name, each] : classes.members())
                                            text += (text.empty() ? "" : "---\n") + to_yaml(each);
                                          return text;
                                        }};

/// The same, and the classes that pods name.
inline void add_setup(cluster_setup& to, dra::detail::by_class_settings const& on, node_setup const& node) {
  add_setup(to, dra::detail::settings{}, node);
  if (!to.wants("dra", true)) return;
  for (request_item const& kind : node.content->on_a_node) {
    if (kind.what->is_partition() && kind.what->maker == vendor::nvidia)
      to.add_member(dra_classes, dra::detail::class_name(*kind.what, on.selects_product).text(),
                    dra::detail::partition_class(*kind.what, {.selects_product = on.selects_product}));
  }
}

inline void add_setup(cluster_setup& to, kubernetes::detail::amd_settings const&, node_setup const& node) {
  if (!add_amd_modes(to, node)) to.say(nothing_to_set_up, node, "AMD's device plugin offers whole GPUs by itself");
}

/// Systems that start pods of another.
template <class Above, class Settings>
void add_setup(cluster_setup& to, kubernetes::detail::settings_below<Above, Settings> const& on,
               node_setup const& node) {
  add_setup(to, on.below, node);
}

// ---- clouds --------------------------------------------------------------------------------------------------------

inline constexpr setup_file gke_commands{"gke", "command"};
inline constexpr setup_file aks_commands{"aks", "command"};

/// Clouds make nodes with NVIDIA's GPUs, all set up alike. \return whether there are some
/// \throws input_error for others beside them
inline bool has_gpus_alike(cluster_setup& to, node_setup const& node) {
  if (node.gpus.empty()) {
    to.say(not_known, node, "what makes nodes with other devices than NVIDIA's");
  } else if (!all_are_alike(node)) {
    throw input_error(message<2000>{} << "pool " << in_error(node.pool).c_str()
                                      << ": the GPUs of a cloud's node are set up alike: make a pool of each kind");
  }
  return !node.gpus.empty();
}

/// \throws input_error for what GKE does not make
inline void add_setup(cluster_setup& to, gke::settings const& on, node_setup const& node) {
  if (!to.wants("gke", true)) return;
  for (request_item const& kind : node.content->on_a_node) {
    if (kind.what->maker != vendor::google) continue;
    for (std::string const& each : gke_nodes::detail::tpu_commands(node.pool, node.content->nodes, *kind.what))
      to.add_line(gke_commands, 0, each);
    return;
  }
  if (!has_gpus_alike(to, node)) return;
  to.add_line(gke_commands, 0,
              gke_nodes::create_command(node.pool, node.content->nodes, node.gpus.front(),
                                        static_cast<int>(node.gpus.size()), on.accelerator));
}

/// \throws input_error for partitions that AKS cannot be told to make
inline void add_setup(cluster_setup& to, aks::settings const& on, node_setup const& node) {
  using by = aks::settings::by;
  if (on.selected_by == by::gpu_name) return to.say(nothing_to_set_up, node, "AKS makes nodes when pods ask for them");
  if (!to.wants("aks", true)) return;
  if (!has_gpus_alike(to, node)) return;
  gpu_setup const& gpu = node.gpus.front();
  std::string line = "az aks nodepool add --name " +
                     allowed_name("a node pool of AKS", rule::aks_node_pool, node.pool) + " --node-count " +
                     std::to_string(node.content->nodes) + " " +
                     allotype::aks::node_pool_options(gpu, static_cast<int>(node.gpus.size()));
  if (gpu.mig && gpu.count > 0)
    line +=
        std::string{" --gpu-mig-strategy "} + (on.strategy == kubernetes::mig_strategy::single ? "Single" : "Mixed");
  to.add_line(aks_commands, 0, line);
}

inline void add_setup(cluster_setup& to, eks::settings const& on, node_setup const& node) {
  if (on.node_group) return to.say(not_known, node, "what makes a node group of EKS");
  to.say(nothing_to_set_up, node, "EKS makes nodes when pods ask for them");
}

inline void add_setup(cluster_setup& to, labelled_clouds::settings const&, node_setup const& node) {
  to.say(nothing_to_set_up, node, "the cloud's nodes have the label");
}

// ---- Slurm ---------------------------------------------------------------------------------------------------------

inline constexpr setup_file slurm_conf{"slurm", "slurm.conf"};
inline constexpr setup_file gres_conf{"slurm", "gres.conf"};

/// The lines of `slurm.conf` and `gres.conf` for the nodes: resources, nodes, what is accounted, the partition.
inline void add_setup(cluster_setup& to, slurm::detail::settings const& on, node_setup const& node) {
  enum section { resources, nodes, accounted, partitions };
  if (to.wants("slurm", true)) {
    std::string names = node.pool;
    if (node.content->nodes > 1) names += "[1-" + std::to_string(node.content->nodes) + "]";
    std::vector<slurm::detail::kind_of_node> kinds;
    for (request_item const& each : node.content->on_a_node) {
      slurm::detail::kind_of_node const kind{*each.what, each.count};
      kinds.insert(std::upper_bound(kinds.begin(), kinds.end(), kind, slurm::detail::stands_before), kind);
    }
    // With both, jobs of Slurm 22.05.8 start with 0 % of the threads, or without CUDA_VISIBLE_DEVICES.
    if (on.is_shared()) to.agree_on("kind of shares", on.mps ? "mps" : "shard", node, "a Slurm");
    for (auto const& each : slurm::detail::resources_of(on, kinds))
      to.add_line(slurm_conf, resources, "GresTypes=", {each.name});
    to.add_line(slurm_conf, nodes, slurm::detail::node_line(on, names, kinds));
    to.add_line(slurm_conf, accounted, "# needs slurmdbd: without it leave this line out, or slurmctld does not start");
    to.add_line(slurm_conf, accounted, "AccountingStorageTRES=", slurm::detail::accounted(on, kinds));
    if (on.partition != nullptr)
      to.add_line(slurm_conf, partitions, std::string{"PartitionName="} + on.partition + " Nodes=", {names});
    for (std::string const& each : slurm::detail::gres_lines(on, names, kinds)) to.add_line(gres_conf, 0, each);
  }
  add_instances(to, node, driver::newest, true, ", before slurmd starts");
}

// ---- systems whose own configuration is not known here -------------------------------------------------------------

template <class Settings>
void add_setup(cluster_setup& to, Settings const&, node_setup const& node) {
  to.say(not_known, node, "what else its system is configured with");
  add_instances(to, node, driver::newest, true);
}

/// What sets up the nodes of a pool. \throws input_error for what the tool cannot make
template <class Settings>
void add_setup_of_pool(cluster_setup& to, Settings const& on, node_setup const& node) {
  if (node.content->on_a_node.empty()) return;
  if (!node.is_laid_out) return to.say(not_known, node, "on which GPUs its partitions are: a layout says it");
  add_setup(to, on, node);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
