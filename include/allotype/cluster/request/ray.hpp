// SPDX-License-Identifier: BSL-1.0
/// \file
/// What Ray is asked for: the options of a task or an actor, `@ray.remote(num_gpus=1, accelerator_type="A100")`. Ray
/// knows GPUs by the second word of the driver's name. It knows no MIG partition: those are a resource of the
/// administrator's, here always `mig-PROFILE`, that `start_line` gives to a node.
///
/// \code
/// constexpr auto slice = at::request<at::system<"ray">, at::A100::partition<"2g.10gb">>();
/// std::cout << to_json(to_document(slice));   // {"num_gpus":1,"resources":{"mig-2g.10gb":1}}
/// \endcode
///
/// Sources: Ray 2.60, python/ray/util/accelerators/accelerators.py and python/ray/_private/accelerators.
#pragma once

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/cluster/quoting/shell.hpp>
#include <allotype/cluster/request/detail/gke.hpp>
#include <allotype/cluster/request/document.hpp>
#include <allotype/cluster/request/request.hpp>
#include <allotype/cluster/request/short_text.hpp>
#include <allotype/core/detail/character.hpp>
#include <allotype/core/detail/list_text.hpp>

#include <string>
#include <vector>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::ray {

/// What one task asks for: a constexpr value.
struct task_request {
  refusal refused;              ///< the reason why the system cannot state the request; empty if it can
  int num_gpus = 0;             ///< GPUs of each task
  short_text accelerator_type;  ///< empty: any
  bool by_label = false;        ///< the type is a label of the node
  short_text resource;          ///< besides; empty: none
  long long amount = 0;         ///< of the resource
  int nodes = 1;                ///< so many tasks, one on each
};

namespace detail {

using namespace allotype::detail;

/// What a pool says about its nodes, on which Ray detects the accelerators.
struct settings {
  bool by_label = false;   ///< by the label `ray.io/accelerator-type` of a node, from Ray 2.49 on
  bool has_sizes = false;  ///< the administrator adds `A100-40G` or `A100-80G`, which Ray does not detect
};
template <bool ByLabel>
struct pool {
  static constexpr detail::settings settings{ByLabel};
};

struct known_type {
  char const* device;
  char const* type;
};
/// Types that do not follow from the name of a board. Those of AMD's are all here.
inline constexpr known_type known_types[] = {
    {RTX_PRO_6000_BLACKWELL::name, "RTX-PRO-6000"},
    {MI100::name, "AMD-Instinct-MI100"},
    {MI210::name, "AMD-Instinct-MI210"},
    {MI250::name, "AMD-Instinct-MI250X-MI250"},
    {MI250X::name, "AMD-Instinct-MI250X"},
    {MI300A::name, "AMD-Instinct-MI300A"},
    {MI300X::name, "AMD-Instinct-MI300X-OAM"},
    {MI308X::name, "AMD-Instinct-MI308X"},
    {MI325X::name, "AMD-Instinct-MI325X-OAM"},
    {MI350X::name, "AMD-Instinct-MI350X-OAM"},
    {MI355X::name, "AMD-Instinct-MI355X-OAM"},
};

/// The second word of a board's name, as far as it has capital letters and digits: `A100` of `NVIDIA A100-SXM4-40GB`.
constexpr short_text second_word(char const* name) {
  short_text word;
  while (*name != '\0' && *name != ' ') ++name;
  while (*name == ' ') ++name;
  for (; is_upper(*name) || is_digit(*name); ++name) word << *name;
  return word;
}

/// What Ray calls the devices of a node; empty where it is not known.
constexpr short_text type_of(settings const& on, accelerator_data const& what) {
  if (on.has_sizes && equal(what.device, A100::name)) return "A100-40G";
  if (on.has_sizes && begins_with(what.device, A100_80GB::name)) return "A100-80G";
  if (known_type const* const known = row_of_device(known_types, what.device)) return known->type;
  return what.maker == vendor::nvidia && what.product() != nullptr ? second_word(what.product_names[0]) : short_text{};
}

/// What `request` calls for such a pool. A refusal is in the result, with its reason.
constexpr task_request ask(settings const& on, request_items const& all, request_options options) {
  auto to = begin_request<task_request>(all, options);
  if (all.all.size() > 1) to.refused("a task of Ray's is for one type of accelerators: name one of them");
  if (to.refused || all.all.empty()) return to;
  auto const& what = all.first();
  int const count = all.all[0].count;
  switch (what.maker) {
    case vendor::nvidia:
    case vendor::amd:
      to.num_gpus = count;
      if (what.is_partition()) {
        if (what.maker != vendor::nvidia)
          to.refused("Ray counts a partition of AMD's as a GPU of its own: ask for the device");
        to.resource << "mig-" << what.partition;
        to.amount = count;
        break;
      }
      to.accelerator_type = type_of(on, what);
      to.by_label = on.by_label;
      if (to.accelerator_type.empty())
        to.refused("Ray's name of this device is not known: the catalogue has no name of its board");
      break;
    case vendor::google: {
      // The chips of each machine; GKE's machines are those that Ray knows.
      kubernetes::pod_request const machines = ask(gke::settings{}, all, {.count = 1, .nodes = options.nodes});
      to.refused = machines.refused;
      to.resource = "TPU";
      to.amount = machines.limit("google.com/tpu");
      to.nodes = machines.pods;
      break;
    }
    case vendor::aws:
      to.resource = "neuron_cores";
      to.amount = count;
      break;
    default:
      to.refused("Ray detects no accelerators of this maker");
  }
  return to;
}

}  // namespace detail

/// The options of `@ray.remote` and `.options(...)`, under their names.
[[nodiscard]] inline document to_document(task_request const& request) {
  document options;
  if (request.num_gpus > 0) options["num_gpus"] = request.num_gpus;
  if (!request.accelerator_type.empty() && request.by_label) {
    options["label_selector"]["ray.io/accelerator-type"] = request.accelerator_type.text();
  } else if (!request.accelerator_type.empty()) {
    options["accelerator_type"] = request.accelerator_type.text();
  }
  if (!request.resource.empty()) options["resources"][request.resource.text()] = request.amount;
  return options;
}

/// The command that starts Ray on a node whose MIG devices tasks ask for: `uuids` are theirs, all of one profile.
/// \throws input_error if the request is not for so many partitions
[[nodiscard]] inline std::string start_line(task_request const& request, std::vector<std::string> const& uuids) {
  if (request.resource.empty() || static_cast<long long>(uuids.size()) != request.amount || request.num_gpus == 0) {
    throw input_error(message<2000>{} << "ray start: the request is for " << request.amount
                                      << " partitions, and there are " << static_cast<long long>(uuids.size())
                                      << " UUIDs of MIG devices");
  }
  auto const list = allotype::detail::joined(uuids, ",");
  document resources;
  resources[request.resource.text()] = request.amount;
  return "CUDA_VISIBLE_DEVICES=" + detail::shell_word(list) +
         " ray start --num-gpus=" + std::to_string(request.num_gpus) +
         " --resources=" + detail::shell_word(to_json(resources));
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::ray

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

template <>
inline constexpr auto setting_rows<ray::detail::settings> = std::array{
    row_of<&ray::detail::settings::has_sizes>("has-sizes"),
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
