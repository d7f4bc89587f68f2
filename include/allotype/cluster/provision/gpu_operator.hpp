// SPDX-License-Identifier: BSL-1.0
/// \file
/// What NVIDIA's GPU Operator is given so that nodes get a layout: a ConfigMap with configurations of mig-parted, and
/// the label of the node that chooses one. (NVIDIA/cloud-native-docs, gpu-operator/gpu-operator-mig.)
#pragma once

#include <concepts>
#include <initializer_list>
#include <string>

#include <allotype/cluster/provision/mig_parted.hpp>
#include <allotype/cluster/quoting/shell.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::gpu_operator {

namespace detail {

/// A ConfigMap with the one file that mig-manager reads. \param configurations by their names
inline document config_map(document const& configurations, std::string const& name) {
  mig_parted::configuration const off{gpu_setup()};
  document all{{off.name(), off.entries()}};
  for (auto const& [each, entries] : configurations.members()) all[each] = entries;
  return {{"apiVersion", "v1"},
          {"kind", "ConfigMap"},
          {"metadata",
           {{"name", allotype::detail::allowed_name("a ConfigMap", allotype::detail::rule::dns_subdomain, name)}}},
          {"data", {{"config.yaml", to_yaml(document{{"version", "v1"}, {"mig-configs", all}})}}}};
}

}  // namespace detail

/// The ConfigMap with these configurations. The operator takes it from `--set migManager.config.name=NAME`. It has
/// `all-disabled`, too, which nodes without the label get.
[[nodiscard]] inline document config_map(std::initializer_list<mig_parted::configuration> configurations,
                                         std::string const& name = "custom-mig-config") {
  document all;
  for (mig_parted::configuration const& each : configurations) all[each.name()] = each.entries();
  return detail::config_map(all, name);
}

/// Does not compile; it says what it takes.
template <std::same_as<mig_parted::configuration> Configuration>
[[nodiscard]] document config_map(Configuration const&, std::string const& = {}) {
  constexpr bool is_a_list = sizeof(Configuration) == 0;
  static_assert(is_a_list,
                "gpu_operator::config_map: configurations are a list, also a single one: config_map({halves})");
  return {};
}

/// The command that labels a node, and so makes the operator set up its GPUs.
/// \throws input_error for a name that no node has
[[nodiscard]] inline std::string label_command(std::string const& node, mig_parted::configuration const& chosen) {
  return "kubectl label nodes " + allotype::detail::name_of_node(node) + " nvidia.com/mig.config=" + chosen.name() +
         " --overwrite";
}

/// The same for OpenShift's command line. \throws input_error for a name that no node has
[[nodiscard]] inline std::string openshift_label_command(std::string const& node,
                                                         mig_parted::configuration const& chosen) {
  return "oc label node/" + allotype::detail::name_of_node(node) + " nvidia.com/mig.config=" + chosen.name() +
         " --overwrite";
}

/// What sets the strategy of the operator on OpenShift.
/// \throws input_error for `none`: NVIDIA's page for OpenShift has `single` and `mixed` alone
[[nodiscard]] inline std::string openshift_strategy_command(kubernetes::mig_strategy strategy) {
  if (strategy == kubernetes::mig_strategy::none) {
    throw input_error(
        "OpenShift's operator is documented with the strategies single and mixed; none is not among them");
  }
  document const patch =
      document::array({{{"op", "replace"},
                        {"path", "/spec/mig/strategy"},
                        {"value", strategy == kubernetes::mig_strategy::single ? "single" : "mixed"}}});
  return std::string{"oc patch clusterpolicy/gpu-cluster-policy --type=json -p="} +
         allotype::detail::shell_word(to_json(patch));
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::gpu_operator
