// SPDX-License-Identifier: BSL-1.0
/// \file
/// What Azure's AKS is asked for. Node pools have NVIDIA's device plugin; AKS adds labels of its own. All pods tolerate
/// the taint `sku=gpu` that its documentation gives nodes with GPUs. Source: MicrosoftDocs/azure-aks-docs, GPU pages
/// and node auto-provisioning.
#pragma once

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/cluster/request/kubernetes.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail::aks {

/// What a pool says about its nodes. The pools below set it.
struct settings {
  /// How a pool's nodes are selected.
  enum class by {
    accelerator_label,  ///< `kubernetes.azure.com/accelerator=nvidia`
    vm_size,            ///< `node.kubernetes.io/instance-type`
    gpu_name,           ///< node auto-provisioning makes the node
  };

  by selected_by = by::accelerator_label;                              ///< how the nodes are selected
  kubernetes::mig_strategy strategy = kubernetes::mig_strategy::none;  ///< how the device plugin shows partitions
};

/// A node pool of whole GPUs.
struct node_pool {
  static constexpr aks::settings settings{};
};
/// A node pool whose size of machine the request names.
struct node_pool_by_size {
  static constexpr aks::settings settings{aks::settings::by::vm_size};
};
/// Node auto-provisioning.
struct auto_provisioning {
  static constexpr aks::settings settings{aks::settings::by::gpu_name};
};
/// Node pools made with a GPU instance profile, by their strategy.
struct single {
  static constexpr aks::settings settings{aks::settings::by::accelerator_label, kubernetes::mig_strategy::single};
};
/// The same for nodes whose partitions differ: each profile is a resource of its own.
struct mixed {
  static constexpr aks::settings settings{aks::settings::by::accelerator_label, kubernetes::mig_strategy::mixed};
};

struct device_row {
  char const* device;
  char const* gpu_name;
};
inline constexpr device_row device_rows[] = {
    {T4::name, "T4"},          {V100_16GB::name, "V100"}, {A10::name, "A10"},
    {A100::name, "A100"},      {A100_80GB::name, "A100"}, {A100_80GB_PCIE::name, "A100"},
    {H100_80GB::name, "H100"}, {H100_94GB::name, "H100"}, {H200::name, "H200"},
};

/// Azure's smallest machines with a number of GPUs. (MicrosoftDocs/azure-compute-docs, sizes)
inline constexpr machine_row machine_rows[] = {
    {T4::name, 1, "Standard_NC4as_T4_v3"},
    {T4::name, 4, "Standard_NC64as_T4_v3"},
    {V100_16GB::name, 1, "Standard_NC6s_v3"},
    {V100_16GB::name, 2, "Standard_NC12s_v3"},
    {V100_16GB::name, 4, "Standard_NC24s_v3"},
    {A10::name, 1, "Standard_NV36ads_A10_v5"},
    {A10::name, 2, "Standard_NV72ads_A10_v5"},
    {A100::name, 8, "Standard_ND96asr_v4"},
    {A100_80GB::name, 8, "Standard_ND96amsr_A100_v4"},
    {A100_80GB_PCIE::name, 1, "Standard_NC24ads_A100_v4"},
    {A100_80GB_PCIE::name, 2, "Standard_NC48ads_A100_v4"},
    {A100_80GB_PCIE::name, 4, "Standard_NC96ads_A100_v4"},
    {H100_80GB::name, 8, "Standard_ND96isr_H100_v5"},
    {H100_94GB::name, 1, "Standard_NC40ads_H100_v5"},
    {H100_94GB::name, 2, "Standard_NC80adis_H100_v5"},
    {H200::name, 8, "Standard_ND96isr_H200_v5"},
};

constexpr kubernetes::pod_request ask(settings const& on, request_items const& all, request_options options) {
  kubernetes::pod_request to{all.refused, options};
  if (!kubernetes::detail::is_for_one_kind_of_node(to, all, options)) return to;
  auto const& what = all.first();
  int const count = all.all[0].count;
  if (what.maker != vendor::nvidia) {
    to.refused("AKS's GPU pools have NVIDIA's devices");
    return to;
  }
  if (what.is_partition()) {
    if (row_of_device(device_rows, what.device) == nullptr) {
      to.refused("Azure has no machine with this GPU");
      return to;
    }
    if (what.row == nullptr || what.is_compute_instance() || !is_base(*what.board, *what.row)) {
      to.refused("AKS names only the compute slices (MIG1g to MIG7g) and makes the plain profile of that many");
      return to;
    }
    kubernetes::detail::settings same;
    same.strategy = on.strategy;
    same.selects_product = false;
    kubernetes::detail::ask_nvidia(to, same, what, count);
    to.tolerations = {{"sku", "gpu"}};
    to.node_selector = {};  // AKS runs no GPU Feature Discovery of itself
    return to;
  }
  to.limits.push_back({"nvidia.com/gpu", count});
  to.tolerations.push_back({"sku", "gpu"});
  if (on.selected_by != settings::by::gpu_name) kubernetes::detail::keep_whole(to, what);  // Karpenter cuts none
  if (on.selected_by == settings::by::accelerator_label) {
    to.node_selector.push_back({"kubernetes.azure.com/accelerator", "nvidia"});
    return to;
  }
  device_row const* const known = row_of_device(device_rows, what.device);
  if (known == nullptr) {
    to.refused("Azure has no machine with this GPU");
  } else if (on.selected_by == settings::by::vm_size) {
    char const* const size = machine_with(machine_rows, what.device, count);
    if (size == nullptr) {
      to.refused("Azure has no machine with so many of this GPU");
      return to;
    }
    to.node_selector.push_back({"node.kubernetes.io/instance-type", size});
  } else {
    to.node_selector.push_back({"karpenter.azure.com/sku-gpu-name", known->gpu_name});
  }
  return to;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail::aks
