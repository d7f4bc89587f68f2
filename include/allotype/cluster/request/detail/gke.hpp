// SPDX-License-Identifier: BSL-1.0
/// \file
/// What Google Kubernetes Engine is asked for, with Google's own device plugins: GPUs and their partitions are always
/// `nvidia.com/gpu`, and labels of the node name the board and the size; TPUs are `google.com/tpu`, chips of one
/// machine. Nodes' taints are tolerated by an admission plugin. With NVIDIA's GPU Operator, a pool on GKE is
/// `system<"kubernetes-mixed">`. Sources: Google Cloud's documentation of GKE;
/// GoogleCloudPlatform/container-engine-accelerators, partition_gpu.go and pkg/gpu/nvidia/mig/mig.go.
#pragma once

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/cluster/request/detail/setting_rows.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/short_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {
namespace gke {

struct settings {
  /// `cloud.google.com/gke-accelerator` or `gke-tpu-accelerator`, if it is another one
  char const* accelerator = nullptr;
};
/// A pool of GPU or TPU nodes.
struct pool {
  static constexpr gke::settings settings{};
};

struct device_row {
  char const* device;
  char const* label;
  char const* sizes;  ///< the partitions that both Google's partitioner and its device plugin know
};

inline constexpr device_row device_rows[] = {
    {K80::name, "nvidia-tesla-k80", ""},
    {P4::name, "nvidia-tesla-p4", ""},
    {P100::name, "nvidia-tesla-p100", ""},
    {V100::name, "nvidia-tesla-v100", ""},
    {V100_16GB::name, "nvidia-tesla-v100", ""},
    {T4::name, "nvidia-tesla-t4", ""},
    {L4::name, "nvidia-l4", ""},
    {A100::name, "nvidia-tesla-a100", "1g.5gb,2g.10gb,3g.20gb,7g.40gb"},
    {A100_80GB::name, "nvidia-a100-80gb", "1g.10gb,2g.20gb,3g.40gb,7g.80gb"},
    {H100_80GB::name, "nvidia-h100-80gb", "1g.10gb,1g.20gb,2g.20gb,3g.40gb,7g.80gb"},
    {H200::name, "nvidia-h200-141gb", "1g.18gb,1g.35gb,2g.35gb,3g.71gb,4g.71gb,7g.141gb"},
    {B200::name, "nvidia-b200", "1g.23gb,1g.45gb,2g.45gb,3g.90gb,4g.90gb,7g.180gb"},
    {GB200::name, "nvidia-gb200", "1g.23gb,1g.47gb,2g.47gb,3g.93gb,4g.93gb,7g.186gb"},
    {GB300::name, "nvidia-gb300", ""},
    {RTX_PRO_6000_BLACKWELL::name, "nvidia-rtx-pro-6000", "1g.24gb,1g.24gb-me,2g.48gb,2g.48gb-me,4g.96gb"},
};

struct tpu_row {
  char const* device;
  char const* label;
};
template <class Tpus>
struct tpus_of;
template <class... Tpus>
struct tpus_of<list<Tpus...>> {
  static constexpr tpu_row all[] = {{Tpus::name, Tpus::gke_accelerator}...};
};
/// The generations of TPUs. A slice on several machines takes machines of 4 chips.
inline constexpr auto const& tpu_rows = tpus_of<google_devices>::all;

constexpr bool is_in_list(char const* list, char const* name) {
  for (comma_separated each{list}; !each.done(); each.next()) {
    if (equal(each.element(), text_range{name})) return true;
  }
  return false;
}

constexpr void ask_gpu(kubernetes::pod_request& to, settings const& on, accelerator_data const& what, int count) {
  device_row const* const known = row_of_device(device_rows, what.device);
  if (known == nullptr && on.accelerator == nullptr) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    return to.refused("Google has no machine with this GPU; if it has one now, add setting<\"accelerator\", \"its label\">");
    // clang-format on
  }
  short_text const board = on.accelerator != nullptr ? on.accelerator : known->label;
  to.limits.push_back({"nvidia.com/gpu", count});
  if (what.state == accelerator_data::partitioning::whole) {
    to.node_affinity.push_back({"cloud.google.com/gke-accelerator", true, {{board}}});
    to.node_affinity.push_back({"cloud.google.com/gke-gpu-partition-size", false, {}});
    to.node_affinity.push_back({"cloud.google.com/gke-gpu-sharing-strategy", false, {}});
    return;
  }
  to.node_selector.push_back({"cloud.google.com/gke-accelerator", board});
  if (!what.is_partition()) return;
  if (what.is_compute_instance()) return to.refused("GKE makes GPU instances only, one compute instance in each");
  if (!kubernetes::detail::is_label_value(what.partition)) {
    return to.refused("GKE selects the size by a label, and a label cannot have a + in it");
  }
  if (known == nullptr || !is_in_list(known->sizes, what.partition)) {
    if (what.row != nullptr && what.row->compute_slices == 4 && what.row->memory_slices == 4) {
      // clang-format off: the sentence stays in the line of the call, which compilers quote
      return to.refused("GKE's device plugin does not know the 4g size of this GPU: a node so partitioned offers nothing");
      // clang-format on
    }
    return to.refused("GKE does not make this partition on this GPU");
  }
  to.node_selector.push_back({"cloud.google.com/gke-gpu-partition-size", what.partition});
}

constexpr void ask_tpu(kubernetes::pod_request& to, settings const& on, accelerator_data const& what,
                       request_options options) {
  if (what.chips == 0) return to.refused("the topology of a TPU slice is missing: name one, as V5E::slice<\"2x4\">");
  char const* accelerator = on.accelerator;
  for (tpu_row const& each : tpu_rows) {
    if (accelerator == nullptr && equal(each.device, what.device)) accelerator = each.label;
  }
  if (accelerator == nullptr) return to.refused("GKE has no label for this TPU");
  if (options.count != 1) return to.refused("a pod is on one slice; for several slices print the job several times");
  // 8 chips of v5e and v6e are one machine or two.
  bool const two_ways = what.chips_of_a_host == 8;
  int const machines = options.nodes == 1 ? machines_of(what) : options.nodes;
  int const chips = what.chips / machines;
  bool const fits =
      what.chips % machines == 0 && (chips == 4 || (machines == 1 && (chips == 1 || (chips == 8 && two_ways))));
  if (!fits) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    return to.refused("nodes times chips do not make this slice: its machines have 4 chips each; one alone may have 1 or 8");
    // clang-format on
  }
  to.limits.push_back({"google.com/tpu", chips});
  to.states_requests = true;
  to.pods = machines;
  to.node_selector.push_back({"cloud.google.com/gke-tpu-accelerator", accelerator});
  to.node_selector.push_back({"cloud.google.com/gke-tpu-topology", what.partition});
}

/// Google's device plugin makes all GPUs of a node alike.
template <class Content>
constexpr void refuse_nodes(settings const&, Content const& content, refusal& refused) {
  if (content.size() > 1)
    refused("on GKE all GPUs of a node pool are alike, and so are their partitions; use DRA, or several pools");
}

constexpr kubernetes::pod_request ask(settings const& on, request_items const& all, request_options options) {
  kubernetes::pod_request to{all.refused, options};
  if (!kubernetes::detail::is_for_one_container(to, all, options)) return to;
  if (all.alternatives) {
    to.refused("GKE selects one kind of node, and there are alternatives: name one of them");
    return to;
  }
  auto const& what = all.first();
  if (what.maker == vendor::google) {
    ask_tpu(to, on, what, options);
  } else if (what.maker == vendor::nvidia) {
    ask_gpu(to, on, what, all.all[0].count);
  } else {
    to.refused("GKE has NVIDIA's GPUs and Google's TPUs");
  }
  return to;
}

}  // namespace gke

// Google has several labels for one device, as "nvidia-h100-mega-80gb" or "tpu-v5-lite-device".
template <>
inline constexpr auto setting_rows<gke::settings> = std::array{
    row_of<&gke::settings::accelerator>("accelerator", rule::label_value),
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
