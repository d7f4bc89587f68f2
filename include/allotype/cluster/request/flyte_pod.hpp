// SPDX-License-Identifier: BSL-1.0
/// \file
/// The pod that Flyte makes of a request: which resource, which labels of nodes, which taints it tolerates. A request
/// that Flyte takes may end in a pod that no node can serve; here it is seen before.
///
/// \code
/// constexpr auto pod = flyte::pod_of<A100::partition<"2g.10gb">, flyte::flyte1_on_gke>();
/// static_assert(pod.limit("nvidia.com/gpu") == 1);
/// \endcode
///
/// Sources: flyteorg/flyte@51877f899c (1.16.8) and @6fadb90d65 (2.0.43), flyteplugins/go/tasks/pluginmachinery/flytek8s
/// (pod_helper.go, utils.go, config/config.go); charts/flyte-binary/gke-starter.yaml.
#pragma once

#include <allotype/cluster/request/flyte.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/short_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::flyte {

/// How an installation of Flyte is configured, as far as accelerators are concerned.
struct backend {
  flyte::dialect generation = dialect::flyteidl2;                        ///< of Flyte
  char const* resource = "nvidia.com/gpu";                               ///< `gpu-resource-name`
  char const* device_label = "k8s.amazonaws.com/accelerator";            ///< `gpu-device-node-label`, a taint, too
  char const* partition_label = "k8s.amazonaws.com/gpu-partition-size";  ///< `gpu-partition-size-node-label`
  bool tolerates_present = false;  ///< `resource-tolerations` has nvidia.com/gpu=present
};

/// Installations with Flyte's default values.
struct flyte1 {
  static constexpr backend settings{dialect::flyteidl};
};
/// Flyte 2 with its default values.
struct flyte2 {
  static constexpr backend settings{dialect::flyteidl2};
};
/// Flyte 1 with its chart's values for GKE.
struct flyte1_on_gke {
  static constexpr backend settings{dialect::flyteidl, "nvidia.com/gpu", "cloud.google.com/gke-accelerator",
                                    "cloud.google.com/gke-gpu-partition-size", true};
};

namespace detail {

/// Flyte 2 renames what it is sent, by `accelerator-devices`: it looks for the name in capital letters, so that its own
/// entry "L40s" is never found.
struct renamed_device {
  char const* sent;
  char const* label;
};
inline constexpr renamed_device renamed_devices[] = {
    {"A10", "nvidia-a10"},
    {"A10G", "nvidia-a10g"},
    {"A100", "nvidia-tesla-a100"},
    {"A100 80G", "nvidia-a100-80gb"},
    {"A100G", "nvidia-a100g"},
    {"B200", "nvidia-b200"},
    {"GB200", "nvidia-gb200"},
    {"H100", "nvidia-h100"},
    {"H100 80G", "nvidia-h100-80gb"},
    {"H100 MEGA 80G", "nvidia-h100-mega-80gb"},
    {"H200", "nvidia-h200"},
    {"K80", "nvidia-tesla-k80"},
    {"L4", "nvidia-l4"},
    {"L4_VWS", "nvidia-l4-vws"},
    {"M60", "nvidia-tesla-m60"},
    {"P4", "nvidia-tesla-p4"},
    {"P100", "nvidia-tesla-p100"},
    {"RTX PRO 6000", "nvidia-rtx-pro-6000"},
    {"T4", "nvidia-tesla-t4"},
    {"V100", "nvidia-tesla-v100"},
    {"V5E", "tpu-v5-lite-podslice"},
    {"V5P", "tpu-v5p-slice"},
    {"V6E", "tpu-v6e-slice"},
    {"INF1", "aws-neuron-inf1"},
    {"INF2", "aws-neuron-inf2"},
    {"TRN1", "aws-neuron-trn1"},
    {"TRN1N", "aws-neuron-trn1n"},
    {"TRN2", "aws-neuron-trn2"},
    {"TRN2U", "aws-neuron-trn2u"},
    {"MI100", "amd-mi100"},
    {"MI210", "amd-mi210"},
    {"MI250", "amd-mi250"},
    {"MI250X", "amd-mi250x"},
    {"MI300A", "amd-mi300a"},
    {"MI300X", "amd-mi300x"},
    {"MI325X", "amd-mi325x"},
    {"MI350X", "amd-mi350x"},
    {"MI355X", "amd-mi355x"},
    {"GAUDI1", "habana-gaudi-dl1"},
};

/// The value of the label for a device.
constexpr char const* label_of_device(backend const& on, char const* sent) {
  if (on.generation == dialect::flyteidl) return sent;
  for (renamed_device const& each : renamed_devices) {
    if (allotype::detail::equal_in_any_case(each.sent, sent)) return each.label;
  }
  return sent;
}

/// Flyte 2 has a resource for each class of devices, and labels of their own for TPUs.
constexpr char const* resource_of_class(backend const& on, device_class which) {
  if (on.generation == dialect::flyteidl) return on.resource;
  switch (which) {
    case device_class::google_tpu:
      return "google.com/tpu";
    case device_class::amazon_neuron:
      return "aws.amazon.com/neuron";
    case device_class::amd_gpu:
      return "amd.com/gpu";
    case device_class::habana_gaudi:
      return "habana.ai/gaudi";
    case device_class::nvidia_gpu:
    case device_class::apple_silicon:
      break;
  }
  return on.resource;
}

/// Compute slices of a profile without attributes, `3g.20gb`, which Flyte 2 writes on the pod; 0 for other texts.
constexpr int slices_for_billing(char const* size) {
  mig_name const name = parse_mig_name(size);
  return name && name.plain() && !name.names_compute_slices ? name.gpu_slices : 0;
}

}  // namespace detail

/// The pod for a task that sends this accelerator and asks for `count` of them. Where it asks for 0, Flyte ignores the
/// accelerator. A message without a device is a count alone.
[[nodiscard]] constexpr kubernetes::pod_request pod_of(gpu_accelerator const& sent, backend const& on, int count = 1) {
  kubernetes::pod_request pod;
  bool const partitioned = sent.partitioning == partitioning::partition;
  if (int const slices = partitioned ? detail::slices_for_billing(sent.partition_size) : 0;
      slices > 0 && on.generation == dialect::flyteidl2) {
    pod.labels.push_back({"platform.union.ai/gpu-partition-slices", short_text{} << slices});
  }
  if (count == 0) return pod;
  bool const tpu = on.generation == dialect::flyteidl2 && sent.device_class == device_class::google_tpu;
  short_text const device_label = tpu ? "cloud.google.com/gke-tpu-accelerator" : on.device_label;
  short_text const partition_label = tpu ? "cloud.google.com/gke-tpu-topology" : on.partition_label;
  pod.limits.push_back({detail::resource_of_class(on, sent.device_class), count});
  if (on.tolerates_present && pod.limits[0].resource == "nvidia.com/gpu")
    pod.tolerations.push_back({"nvidia.com/gpu", "present"});
  if (*sent.device != '\0') {
    short_text const device = detail::label_of_device(on, sent.device);
    pod.node_affinity.push_back({device_label, true, {{device}}});
    pod.tolerations.push_back({device_label, device});
  }
  if (sent.partitioning == partitioning::unpartitioned) pod.node_affinity.push_back({partition_label, false, {}});
  if (partitioned) {
    pod.node_affinity.push_back({partition_label, true, {{sent.partition_size}}});
    pod.tolerations.push_back({partition_label, sent.partition_size, true});
  }
  return pod;
}

/// The pod for a task that runs on `A`, by that installation. An accelerator without a Flyte name does not compile.
template <accelerator A, class Backend>
[[nodiscard]] constexpr kubernetes::pod_request pod_of(int count = 1) {
  return pod_of(message_of<A, Backend::settings.generation>, Backend::settings, count);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::flyte
