// SPDX-License-Identifier: BSL-1.0
/// \file
/// What SkyPilot is asked for: `resources: {accelerators: A100-80GB:1}` of a task's YAML. Its names are a list of its
/// own, and it has none for partitions of GPUs. It accepts names that it does not know, so those are refused here. On a
/// Kubernetes cluster of one's own SkyPilot reads the names from the nodes' labels instead.
///
/// \code
/// std::cout << to_yaml(to_document(at::request<at::system<"skypilot">, at::any_of<at::H100_80GB, at::A100>>()));
/// \endcode
///
/// Sources: SkyPilot 0.14, sky/resources.py and its catalogues, sky/utils/gpu_names.py; names of TPUs as Google Cloud's
/// API has them.
#pragma once

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/short_text.hpp>
#include <allotype/cluster/request/system_request.hpp>
#include <allotype/core/detail/character.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {
namespace skypilot {

/// SkyPilot's clouds have no settings.
struct settings {};
/// SkyPilot's clouds: it finds the machine.
struct pool {
  static constexpr skypilot::settings settings{};
};

/// What Kubernetes' nodes are. It takes the parts that Kubernetes' pools take.
struct settings_on_kubernetes : kubernetes::detail::settings {};
/// Nodes of a Kubernetes cluster with NVIDIA's device plugin. SkyPilot takes a partition under the strategy single for
/// a whole GPU: both have the same name.
template <class Pool>
struct on {
  static constexpr settings_on_kubernetes settings{Pool::settings};
};

struct known_name {
  char const* device;
  char const* name;
};
inline constexpr known_name known_names[] = {
    {K80::name, "K80"},
    {M60::name, "M60"},
    {P4::name, "P4"},
    {P100::name, "P100"},
    {V100::name, "V100"},
    {V100_16GB::name, "V100"},
    {V100_32GB::name, "V100-32GB"},
    {T4::name, "T4"},
    {A10::name, "A10"},
    {A10G::name, "A10G"},
    {A100::name, "A100"},
    {A100_80GB::name, "A100-80GB"},
    {A100_80GB_PCIE::name, "A100-80GB"},
    {L4::name, "L4"},
    {L40::name, "L40"},
    {L40S::name, "L40S"},
    {H100_80GB::name, "H100"},
    {H100_80GB_PCIE::name, "H100"},
    {H200::name, "H200"},
    {B200::name, "B200"},
    {B300::name, "B300"},
    {GH200_96GB::name, "GH200"},
    {GB200::name, "GB200"},
    {RTX_A6000::name, "RTXA6000"},
    {MI300X::name, "MI300X"},
};

/// A TPU slice as Google Cloud's API calls it: by chips, the older generations by cores, of which a chip has two.
struct tpu_name {
  char const* device;
  char const* prefix;
  int per_chip;
};
inline constexpr tpu_name tpu_names[] = {
    {V4::name, "tpu-v4-", 2},
    {V5E::name, "tpu-v5litepod-", 1},
    {V5P::name, "tpu-v5p-", 2},
    {V6E::name, "tpu-v6e-", 1},
};

/// Names that SkyPilot looks for in a label: a word, and for some what follows it somewhere behind.
struct name_in_labels {
  char const* name;
  char const* word;
  char const* later = "";
};
/// The names in the order in which SkyPilot looks for them.
inline constexpr name_in_labels names_in_labels[] = {
    {"GB300", "GB300"},
    {"GB200", "GB200"},
    {"B300", "B300"},
    {"B200", "B200"},
    {"GH200", "GH200"},
    {"H200", "H200"},
    {"H100-80GB", "H100", "-80GB"},
    {"H100", "H100"},
    {"A100-80GB", "A100", "-80GB"},
    {"A100", "A100"},
    {"A10G", "A10G"},
    {"A10", "A10"},
    {"A16", "A16"},
    {"A30", "A30"},
    {"A40", "A40"},
    {"L40S", "L40S"},
    {"L40", "L40"},
    {"L4", "L4"},
    {"A6000", "A6000"},
    {"A5000", "A5000"},
    {"A4000", "A4000"},
    {"V100-32GB", "V100-32GB"},
    {"V100", "V100"},
    {"P100", "P100"},
    {"P40", "P40"},
    {"P4", "P4"},
    {"T4", "T4"},
    {"K80", "K80"},
    {"M60", "M60"},
};

constexpr bool is_of_a_word(char c) { return is_alphanumeric(c) || c == '_'; }

/// Whether the name is what stands there in the label's value.
constexpr bool is_meant(name_in_labels const& name, char const* value, char const* at) {
  if (!begins_with(at, name.word)) return false;
  char const* behind = at + length(name.word);
  if (*name.later == '\0') return (at == value || !is_of_a_word(at[-1])) && !is_of_a_word(*behind);
  while (*behind != '\0' && !begins_with(behind, name.later)) ++behind;
  return *behind != '\0';
}

/// Empty where SkyPilot has no name, or where it is not known.
constexpr short_text name_of(accelerator_data const& what) {
  short_text name;
  for (tpu_name const& each : tpu_names) {
    if (what.chips > 0 && equal(each.device, what.device)) name << each.prefix << what.chips * each.per_chip;
  }
  for (known_name const& each : known_names) {
    if (!what.is_partition() && equal(each.device, what.device)) name << each.name;
  }
  return name;
}

/// What SkyPilot calls the GPUs of nodes with this value of the label `nvidia.com/gpu.product`. It looks for names that
/// it knows, and sees neither what else the value says nor that it is a partition's: `H100-80GB` of
/// `NVIDIA-H100-80GB-HBM3-MIG-1g.10gb`. Empty for a value without a known name.
constexpr short_text name_by_label(char const* value) {
  for (name_in_labels const& each : names_in_labels) {
    for (char const* at = value; *at != '\0'; ++at) {
      if (is_meant(each, value, at)) return each.name;
    }
  }
  return {};
}

inline document part_of_task(system_request const& request) {
  document task;
  if (request.nodes > 1) task["num_nodes"] = request.nodes;
  if (request.devices.size() == 1) task["resources"]["accelerators"] = request.devices[0].text();
  if (request.devices.size() > 1) {
    for (auto const& each : request.devices) task["resources"]["accelerators"].push_back(each.text());
  }
  return task;
}

/// What a task of SkyPilot's is like on all nodes. \return the request, without its accelerators
constexpr system_request ask_one_task(request_items const& all, request_options const& options) {
  system_request to = begin_request({.part = part_of_task, .names_decide = true}, all, options);
  if (all.all.size() > 1 && !all.alternatives)
    to.refused("a task of SkyPilot's is for one kind of devices, or for alternatives");
  return to;
}

constexpr system_request ask(settings const&, request_items const& all, request_options options) {
  system_request to = ask_one_task(all, options);
  for (auto const& each : all.all) {
    auto name = name_of(*each.what);
    if (each.what->maker == vendor::google) {
      if (name.empty()) to.refused("SkyPilot is asked for a slice of TPUs with its topology, of generations v4 to v6e");
    } else if (each.what->is_partition()) {
      to.refused("SkyPilot has no name for partitions: ask for the device");
    } else if (name.empty()) {
      to.refused("SkyPilot's name of this device is not known here");
    }
    // A slice of TPUs is one, whatever its chips; SkyPilot counts other devices.
    if (each.what->maker != vendor::google) name << ':' << each.count;
    to.add_device(name);
  }
  return to;
}

constexpr system_request ask(settings_on_kubernetes const& on, request_items const& all, request_options options) {
  system_request to = ask_one_task(all, options);
  for (auto const& each : all.all) {
    request_items one;
    one.add(*each.what, each.count);
    kubernetes::pod_request const pod =
        ask(static_cast<kubernetes::detail::settings const&>(on), one, {.count = each.count});
    if (pod.refused) to.refused(pod.refused.sentence());
    if (pod.limit("nvidia.com/gpu") == 0) {
      // clang-format off: the sentence stays in the line of the call, which compilers quote
      to.refused("SkyPilot asks Kubernetes for nvidia.com/gpu alone: partitions have that name under skypilot-on-kubernetes-single");
      // clang-format on
    }
    auto name = name_by_label(pod.selects("nvidia.com/gpu.product"));
    if (name.empty())
      to.refused("SkyPilot's name of this device is not known here: it is made of the label nvidia.com/gpu.product");
    to.add_device(name << ':' << each.count);
  }
  return to;
}

}  // namespace skypilot

template <>
inline constexpr auto setting_rows<skypilot::settings_on_kubernetes> = std::array{
    row_of<&kubernetes::detail::settings::product, skypilot::settings_on_kubernetes>("product", rule::board),
    row_of<&kubernetes::detail::settings::selects_product, skypilot::settings_on_kubernetes>("selects-product"),
    row_of<&kubernetes::detail::settings::driver, skypilot::settings_on_kubernetes>(
        "driver", 9999, "", "", nullptr, kubernetes::detail::first_driver_of_plugin),
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
