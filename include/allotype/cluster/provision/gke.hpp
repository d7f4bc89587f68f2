// SPDX-License-Identifier: BSL-1.0
/// \file
/// Nodes of Google Kubernetes Engine with GPUs: the command that makes a node pool, the class by which GKE makes nodes
/// by itself, and what a node runs to partition its GPUs. (Google Cloud, "Run multi-instance GPUs" and "Custom compute
/// classes"; GoogleCloudPlatform/container-engine-accelerators, partition_gpu.)
#pragma once

#include <string>
#include <vector>

#include <allotype/cluster/provision/detail/one_size.hpp>
#include <allotype/cluster/quoting/names.hpp>
#include <allotype/cluster/request/detail/gke.hpp>
#include <allotype/cluster/request/document.hpp>
#include <allotype/core/detail/list_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::gke_nodes {

namespace detail {

/// The size that GKE is told; empty for whole GPUs.
/// \throws input_error for a layout that GKE does not make
inline std::string size_of(gpu_setup const& gpu) {
  if (!gpu.mig || gpu.count == 0) return {};
  allotype::detail::check_one_size(gpu, "GKE");
  auto const* const known = allotype::detail::row_of_device(allotype::detail::gke::device_rows, gpu.device->device);
  if (known == nullptr || !allotype::detail::gke::is_in_list(known->sizes, gpu.row(0).profile)) {
    throw input_error(message<2000>{} << "GKE does not make " << gpu.row(0).profile << " on " << gpu.device->device
                                      << (known == nullptr || *known->sizes == '\0' ? "" : "; it makes ")
                                      << (known == nullptr ? "" : known->sizes));
  }
  return gpu.row(0).profile;
}
/// \throws input_error
inline std::string type_of(gpu_setup const& gpu, char const* accelerator) {
  if (accelerator != nullptr)
    return allotype::detail::allowed_name("an accelerator of GKE's", allotype::detail::rule::label_value, accelerator);
  auto const* const known = allotype::detail::row_of_device(allotype::detail::gke::device_rows, gpu.device->device);
  if (known == nullptr) throw input_error(message<2000>{} << "Google has no machine with " << gpu.device->device);
  return known->label;
}

}  // namespace detail

/// The command that makes a node pool. \param gpus on each node, all alike
/// \param accelerator Google's name of the GPU where it has several; null: the usual one
/// \throws input_error for what GKE does not make
[[nodiscard]] inline std::string create_command(std::string const& name, int nodes, gpu_setup const& gpu, int gpus,
                                                char const* accelerator = nullptr) {
  std::string line =
      "gcloud container node-pools create " +
      allotype::detail::allowed_name("a node pool of GKE's", allotype::detail::rule::gke_node_pool, name) +
      " --num-nodes=" + std::to_string(nodes) + " --accelerator=type=" + detail::type_of(gpu, accelerator) +
      ",count=" + std::to_string(gpus);
  if (std::string const size = detail::size_of(gpu); !size.empty()) line += ",gpu-partition-size=" + size;
  return line;
}

namespace detail {

/// Machines with TPUs, by what stands before the number of their chips. (Google Cloud, "Plan TPUs in GKE")
struct tpu_machine {
  char const* device;
  char const* name;
};
inline constexpr tpu_machine tpu_machines[] = {{V4::name, "ct4p-hightpu-"},
                                               {V5E::name, "ct5lp-hightpu-"},
                                               {V5P::name, "ct5p-hightpu-"},
                                               {V6E::name, "ct6e-standard-"},
                                               {TPU7X::name, "tpu7x-standard-"}};

/// The commands that make node pools with slices of TPUs, one pool for each slice that is on several machines. Slices
/// of TPU7X are placed by a policy of their topology, which has to be there first. (Google Cloud, "Deploy TPU workloads
/// in GKE Standard"; AI-Hypercomputer/xpk)
/// \throws input_error for other TPUs, and for nodes that are no number of slices
inline std::vector<std::string> tpu_commands(std::string const& pool, int nodes, accelerator_data const& slice) {
  auto const* const machine = allotype::detail::row_of_device(tpu_machines, slice.device);
  if (machine == nullptr || slice.chips == 0) {
    throw input_error(message<2000>{} << "Google's machine for " << slice.name
                                      << " is not known here: a pool of GKE has a "
                                      << "slice of V4, V5E, V5P, V6E or TPU7X, as V5E 4x4");
  }
  int const machines = allotype::detail::machines_of(slice);
  if (nodes % machines != 0) {
    throw input_error(message<2000>{} << slice.name << " is on " << machines << " nodes together, and the pool has "
                                      << nodes << ": valid is a multiple");
  }
  allotype::detail::allowed_name("a node pool of GKE's", allotype::detail::rule::gke_node_pool, pool);
  std::vector<std::string> commands;
  std::string options = std::string{" --machine-type="} + machine->name + std::to_string(slice.chips / machines) + "t";
  if (machines > 1) {
    options += std::string{" --tpu-topology="} + slice.partition;
    if (allotype::detail::equal(slice.device, TPU7X::name)) {
      std::string const policy = pool + "-policy";
      commands.push_back("gcloud compute resource-policies create workload-policy " + policy +
                         " --type=HIGH_THROUGHPUT --accelerator-topology=" + slice.partition);
      options += " --placement-policy=" + policy;
    }
  }
  int const pools = machines > 1 ? nodes / machines : 1;
  for (int i = 0; i < pools; ++i) {
    std::string const name = pools == 1 ? pool : pool + "-" + std::to_string(i);
    commands.push_back(
        "gcloud container node-pools create " +
        allotype::detail::allowed_name("a node pool of GKE's", allotype::detail::rule::gke_node_pool, name) +
        " --num-nodes=" + std::to_string(nodes / pools) + options);
  }
  return commands;
}

}  // namespace detail

/// The ComputeClass by which GKE makes such nodes when pods ask for them (GKE 1.35.2 and later). \param gpus on each
/// node
/// \throws input_error for what GKE does not make
[[nodiscard]] inline document compute_class(std::string const& name, gpu_setup const& gpu, int gpus,
                                            char const* accelerator = nullptr) {
  document wanted{{"type", detail::type_of(gpu, accelerator)}, {"count", gpus}};
  if (std::string const size = detail::size_of(gpu); !size.empty()) wanted["gpuSharing"]["gpuPartitionSize"] = size;
  return {
      {"apiVersion", "cloud.google.com/v1"},
      {"kind", "ComputeClass"},
      {"metadata",
       {{"name", allotype::detail::allowed_name("a ComputeClass", allotype::detail::rule::label_value, name)}}},
      {"spec", {{"nodePoolAutoCreation", {{"enabled", true}}}, {"priorities", document::array({{{"gpu", wanted}}})}}}};
}

/// What a node of the pool runs when it starts. \throws input_error for what GKE does not make
[[nodiscard]] inline std::string partition_command(gpu_setup const& gpu) {
  std::string ids;
  for (int i = 0; i < gpu.count; ++i) {
    allotype::detail::add_to_list(ids, std::to_string(gpu.row(i).smi_profile_id), ",");
  }
  return detail::size_of(gpu).empty() ? ids : "nvidia-smi mig -cgi " + ids;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::gke_nodes
