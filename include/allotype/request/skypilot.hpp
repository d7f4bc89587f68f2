// SPDX-License-Identifier: BSL-1.0
/// \file
/// What SkyPilot is asked for: `resources: {accelerators: A100-80GB:1}` of a task's YAML. Its names are a list of its
/// own, and it has none for partitions of GPUs. It accepts names that it does not know, so those are refused here.
///
/// \code
/// std::cout << to_yaml(to_document(at::request_for<at::skypilot::pool, at::any_of<at::H100_80GB, at::A100_80GB>>()));
/// \endcode
///
/// Sources: SkyPilot 0.14, sky/resources.py and its catalogues; names of TPUs as Google Cloud's API has them.
#pragma once

#include <allotype/request/document.hpp>
#include <allotype/request/request_for.hpp>

namespace allotype::skypilot {

struct settings {};
struct pool {
  static constexpr skypilot::settings settings{};
};

/// What a task asks for: a constexpr value.
struct task_request {
  detail::refusal refused;
  detail::few<detail::label, detail::wanted::most> accelerators;  ///< `A100:1`; in the order of preference
  int nodes = 1;
};

namespace detail {

using namespace allotype::detail;

struct known_name {
  char const* device;
  char const* name;
};
inline constexpr known_name known_names[] = {
    {"K80", "K80"},
    {"M60", "M60"},
    {"P4", "P4"},
    {"P100", "P100"},
    {"V100", "V100"},
    {"V100_16GB", "V100"},
    {"V100_32GB", "V100-32GB"},
    {"T4", "T4"},
    {"A10", "A10"},
    {"A10G", "A10G"},
    {"A100", "A100"},
    {"A100_80GB", "A100-80GB"},
    {"A100_80GB_PCIE", "A100-80GB"},
    {"L4", "L4"},
    {"L40", "L40"},
    {"L40S", "L40S"},
    {"H100_80GB", "H100"},
    {"H100_80GB_PCIE", "H100"},
    {"H200", "H200"},
    {"B200", "B200"},
    {"B300", "B300"},
    {"GH200_96GB", "GH200"},
    {"GB200", "GB200"},
    {"RTX_A6000", "RTXA6000"},
    {"MI300X", "MI300X"},
};

/// A TPU slice as Google Cloud's API calls it: by chips, the older generations by cores, of which a chip has two.
struct tpu_name {
  char const* device;
  char const* prefix;
  int per_chip;
};
inline constexpr tpu_name tpu_names[] = {
    {"V4", "tpu-v4-", 2},
    {"V5E", "tpu-v5litepod-", 1},
    {"V5P", "tpu-v5p-", 2},
    {"V6E", "tpu-v6e-", 1},
};

/// Empty where SkyPilot has no name, or where it is not known.
constexpr allotype::detail::label name_of(wanted_accelerator const& what) {
  allotype::detail::label name;
  for (tpu_name const& each : tpu_names) {
    if (what.chips > 0 && equal(each.device, what.device)) name << each.prefix << what.chips * each.per_chip;
  }
  for (known_name const& each : known_names) {
    if (!what.is_partition() && equal(each.device, what.device)) name << each.name;
  }
  return name;
}

}  // namespace detail

constexpr task_request ask(settings const&, allotype::detail::wanted const& all, request_options options) {
  task_request to;
  to.refused = all.refused;
  to.nodes = options.nodes;
  if (options.count < 1 || options.nodes < 1) to.refused("the counts of devices and of nodes begin at 1");
  if (all.all.size() > 1 && !all.alternatives)
    to.refused("a task of SkyPilot's is for one kind of devices, or for alternatives");
  for (auto const& each : all.all) {
    auto name = detail::name_of(*each.what);
    if (each.what->maker == vendor::google) {
      if (name.empty()) to.refused("SkyPilot is asked for a slice of TPUs with its topology, of generations v4 to v6e");
    } else if (each.what->is_partition()) {
      to.refused("SkyPilot has no name for partitions: ask for the device");
    } else if (name.empty()) {
      to.refused("SkyPilot's name of this device is not known here");
    }
    // A slice of TPUs is one, whatever its chips; SkyPilot counts other devices.
    if (each.what->maker != vendor::google) name << ':' << each.count;
    to.accelerators.add(name);
  }
  return to;
}

/// The part of a task's YAML.
inline document to_document(task_request const& request) {
  document task;
  if (request.nodes > 1) task["num_nodes"] = request.nodes;
  if (request.accelerators.size() == 1) task["resources"]["accelerators"] = request.accelerators[0].text();
  if (request.accelerators.size() > 1) {
    for (auto const& each : request.accelerators) task["resources"]["accelerators"].push_back(each.text());
  }
  return task;
}

}  // namespace allotype::skypilot
