// SPDX-License-Identifier: BSL-1.0
/// \file
/// What Amazon's EKS is asked for. Karpenter makes a node for a pod that names a GPU; a node group has instances of one
/// type. Partitions are served by node groups with NVIDIA's device plugin: their systems are
/// `kubernetes-mixed` and `kubernetes-single`. Source: aws/karpenter-provider-aws, website, instance types; EC2's
/// instance types.
#pragma once

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/cluster/request/detail/setting_rows.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/short_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {
namespace eks {

/// What a pool says about its nodes.
struct settings {
  char const* domain = "karpenter.k8s.aws/";  ///< of the labels
  bool node_group = false;                    ///< instances of one type
  char const* instance_type = nullptr;        ///< the type, where a device comes with several
  bool neuron_cores = false;                  ///< Neuron's cores are counted instead of its chips
};

/// Karpenter makes nodes for pods.
struct karpenter {
  static constexpr eks::settings settings{};
};
/// The same in EKS's Auto Mode.
struct auto_mode {
  static constexpr eks::settings settings{"eks.amazonaws.com/"};
};
/// Nodes of one instance type, the smallest that has as many of the accelerator as one pod asks for.
struct node_group {
  static constexpr eks::settings settings{"", true};
};

struct device_row {
  char const* device;
  char const* name;    ///< `instance-gpu-name`, or `instance-accelerator-name` of Neuron
  char const* memory;  ///< `instance-gpu-memory` where the name has two sizes
  int cores = 0;       ///< of a Neuron device
};
inline constexpr device_row device_rows[] = {
    {V100::name, "v100", ""},
    {V100_32GB::name, "v100", ""},
    {T4::name, "t4", ""},
    {A10G::name, "a10g", ""},
    {L4::name, "l4", ""},
    {L40S::name, "l40s", ""},
    {A100::name, "a100", "40960"},
    {A100_80GB::name, "a100", "81920"},
    {H100_80GB::name, "h100", ""},
    {H200::name, "h200", ""},
    {B200::name, "b200", ""},
    {B300::name, "b300", ""},
    {RTX_PRO_6000_BLACKWELL::name, "rtx-pro-server-6000", ""},
    {RTX_PRO_4500_BLACKWELL::name, "rtx-pro-4500", ""},
    {Inf1::name, "inferentia", "", 4},
    {Inf2::name, "inferentia2", "", 2},
    {Trn1::name, "trainium", "", 2},
    {Trn1n::name, "trainium", "", 2},
    {Trn2::name, "trainium2", "", 8},
};

/// EC2's smallest instances with a number of devices.
inline constexpr machine_row machine_rows[] = {
    {V100::name, 8, "p3dn.24xlarge"},
    {V100_32GB::name, 8, "p3dn.24xlarge"},
    {T4::name, 1, "g4dn.xlarge"},
    {T4::name, 4, "g4dn.12xlarge"},
    {T4::name, 8, "g4dn.metal"},
    {A10G::name, 1, "g5.xlarge"},
    {A10G::name, 4, "g5.12xlarge"},
    {A10G::name, 8, "g5.48xlarge"},
    {L4::name, 1, "g6.xlarge"},
    {L4::name, 4, "g6.12xlarge"},
    {L4::name, 8, "g6.48xlarge"},
    {L40S::name, 1, "g6e.xlarge"},
    {L40S::name, 4, "g6e.12xlarge"},
    {L40S::name, 8, "g6e.48xlarge"},
    {A100::name, 8, "p4d.24xlarge"},
    {A100_80GB::name, 8, "p4de.24xlarge"},
    {H100_80GB::name, 1, "p5.4xlarge"},
    {H100_80GB::name, 8, "p5.48xlarge"},
    {H200::name, 8, "p5e.48xlarge"},
    {B200::name, 8, "p6-b200.48xlarge"},
    {B300::name, 8, "p6-b300.48xlarge"},
    {RTX_PRO_6000_BLACKWELL::name, 1, "g7e.2xlarge"},
    {RTX_PRO_4500_BLACKWELL::name, 1, "g7.2xlarge"},
    {Inf1::name, 1, "inf1.xlarge"},
    {Inf1::name, 4, "inf1.6xlarge"},
    {Inf1::name, 16, "inf1.24xlarge"},
    {Inf2::name, 1, "inf2.xlarge"},
    {Inf2::name, 6, "inf2.24xlarge"},
    {Inf2::name, 12, "inf2.48xlarge"},
    {Trn1::name, 1, "trn1.2xlarge"},
    {Trn1::name, 16, "trn1.32xlarge"},
    {Trn1n::name, 16, "trn1n.32xlarge"},
    {Trn2::name, 16, "trn2.48xlarge"},
};

constexpr kubernetes::pod_request ask(settings const& on, request_items const& all, request_options options) {
  kubernetes::pod_request to{all.refused, options};
  if (!kubernetes::detail::is_for_one_kind_of_node(to, all, options)) return to;
  auto const& what = all.first();
  device_row const* const known = row_of_device(device_rows, what.device);
  if (what.is_partition()) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    to.refused("Karpenter makes no nodes for partitions; partitions of a node group are a pool of kubernetes-mixed or kubernetes-single");
    // clang-format on
    return to;
  }
  if (known == nullptr && on.instance_type == nullptr) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    to.refused("Amazon has no instance with this device; if it has one now, add setting<\"instance-type\", \"its name\">");
    // clang-format on
    return to;
  }
  if (on.instance_type != nullptr &&
      (begins_with(on.instance_type, "g6f.") || begins_with(on.instance_type, "gr6f."))) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    to.refused("g6f and gr6f instances have a fraction of an L4, and no nvidia.com/gpu: name an instance with whole GPUs");
    // clang-format on
    return to;
  }
  bool const neuron = what.maker == vendor::aws;
  to.limits.push_back({neuron ? (on.neuron_cores ? "aws.amazon.com/neuroncore" : "aws.amazon.com/neuron")
                       : what.maker == vendor::amd ? "amd.com/gpu"
                                                   : "nvidia.com/gpu",
                       all.all[0].count});
  if (on.node_group) {
    kubernetes::detail::keep_whole(to, what);
    int devices = all.all[0].count;
    if (on.neuron_cores && known != nullptr && known->cores > 0) devices = (devices + known->cores - 1) / known->cores;
    char const* const type =
        on.instance_type != nullptr ? on.instance_type : machine_with(machine_rows, what.device, devices);
    if (type == nullptr) {
      // clang-format off: the sentence stays in the line of the call, which compilers quote
      to.refused("no instance is known with so many of this device; if Amazon has one, add setting<\"instance-type\", \"its name\">");
      // clang-format on
      return to;
    }
    to.node_selector.push_back({"node.kubernetes.io/instance-type", type});
    return to;
  }
  to.node_selector.push_back(
      {short_text{on.domain} << (neuron ? "instance-accelerator-name" : "instance-gpu-name"), known->name});
  if (known->memory[0] != '\0') {
    to.node_selector.push_back({short_text{on.domain} << "instance-gpu-memory", known->memory});
  }
  return to;
}

}  // namespace eks

template <>
inline constexpr auto setting_rows<eks::settings> = std::array{
    setting_row<eks::settings>{"instance-type", setting_kind::string,
                               [](eks::settings& to, setting_value const& value) {
                                 to.node_group = true;
                                 to.instance_type = value.string;
                               },
                               0, "", "", &rule::label_value},
    // Cores of Neuron devices are asked for, not chips.
    row_of<&eks::settings::neuron_cores>("neuron-cores"),
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
