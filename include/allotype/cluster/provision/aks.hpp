// SPDX-License-Identifier: BSL-1.0
/// \file
/// Node pools of Azure's AKS with GPUs. (MicrosoftDocs/azure-aks-docs, "Create a multi-instance GPU node pool".)
#pragma once

#include <string>

#include <allotype/cluster/provision/detail/one_size.hpp>
#include <allotype/cluster/request/detail/aks.hpp>
#include <allotype/core/detail/list_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::aks {

/// What `az aks nodepool add` is told so that each node has so many GPUs, set up so.
/// \param gpus of a node; 0: as many as the smallest machine has
/// \throws input_error for what AKS cannot be told to make
[[nodiscard]] inline std::string node_pool_options(gpu_setup const& gpu, int gpus = 0) {
  char const* size = nullptr;
  std::string has;
  for (allotype::detail::machine_row const& each : allotype::detail::aks::machine_rows) {
    if (!allotype::detail::equal(each.device, gpu.device->device)) continue;
    if (size == nullptr && (gpus == 0 || gpus == each.count)) size = each.type;
    allotype::detail::add_to_list(has, std::to_string(each.count));
  }
  if (has.empty()) throw input_error(message<2000>{} << "Azure has no machine with " << gpu.device->device);
  if (size == nullptr) {
    throw input_error(message<2000>{} << "Azure has no machine with " << gpus << " of " << gpu.device->device
                                      << "; its machines have " << has.c_str());
  }
  std::string line = std::string{"--node-vm-size "} + size;
  if (!gpu.mig || gpu.count == 0) return line;
  if (!allotype::detail::is_base(*gpu.device->board, gpu.row(0))) {
    throw input_error("AKS names only the compute slices (MIG1g to MIG7g) and makes the plain profile of that many");
  }
  allotype::detail::check_one_size(gpu, "AKS");
  return line + " --gpu-instance-profile MIG" + std::to_string(gpu.row(0).compute_slices) + "g";
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::aks
