// SPDX-License-Identifier: BSL-1.0
/// \file
/// What Nomad is asked for: a `device` block of a task's resources. The plugin calls a device what NVIDIA's driver
/// calls it; from 1.1 on it has MIG devices, each a device of its own.
///
/// \code
/// at::nomad::to_text(at::request_for<at::nomad::by_name, at::A100>({.count = 2}));
/// // device "nvidia/gpu/NVIDIA A100-SXM4-40GB" { count = 2 }
/// \endcode
///
/// Sources: Nomad's documentation of the block device; hashicorp/nomad-device-nvidia.
#pragma once

#include <allotype/cluster/request/detail/driver_names.hpp>
#include <allotype/cluster/request/pool_parts.hpp>
#include <allotype/cluster/request/request_for.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::nomad {

/// What a pool says about its nodes. The pools below set it.
struct settings {
  bool by_constraint = false;     ///< the model in a constraint, not in the device's name
  char const* product = nullptr;  ///< the board, where a device has several
};
/// The name of the device has the model.
struct by_name {
  static constexpr nomad::settings settings{};
};
/// Any GPU, constrained to the model.
struct by_constraint {
  static constexpr nomad::settings settings{true};
};

/// What a task asks for: a constexpr value.
struct task_request {
  detail::refusal refused;     ///< the reason why the system cannot state the request; empty if it can
  int count = 0;               ///< of devices
  detail::driver_name model;   ///< the device as NVIDIA's driver names it
  bool by_constraint = false;  ///< the model is in a constraint, not in the device's name
};

/// What `request_for` calls for such a pool. A refusal is in the result, with its reason.
[[nodiscard]] constexpr task_request ask(settings const& on, allotype::detail::wanted const& all,
                                         request_options options) {
  task_request to;
  to.refused = all.refused;
  to.by_constraint = on.by_constraint;
  allotype::detail::refuse_counts(to.refused, options);
  if (options.nodes != 1) to.refused("Nomad places a task on one node");
  if (all.all.size() > 1) to.refused("a device block of Nomad's is for one kind of devices: name one of them");
  if (to.refused || all.all.empty()) return to;
  auto const& what = all.first();
  if (what.maker != vendor::nvidia) to.refused("Nomad's device plugin here is NVIDIA's");
  if (what.is_compute_instance()) to.refused("Nomad's device plugin knows GPU instances, one compute instance in each");
  to.model = allotype::detail::name_by_driver(what, on.product);
  if (to.model.board == nullptr) to.refused("the catalogue has no name of this board: add product<...>");
  to.count = all.all[0].count;
  return to;
}

/// The block in HCL, on one line; empty where no device is asked for.
[[nodiscard]] inline std::string to_text(task_request const& request) {
  if (request.count == 0) return {};
  std::string const model = allotype::detail::text_of(request.model),
                    count = "count = " + std::to_string(request.count);
  if (!request.by_constraint) return "device \"nvidia/gpu/" + model + "\" { " + count + " }";
  return "device \"nvidia/gpu\" { " + count + " constraint { attribute = \"${device.model}\" value = \"" + model +
         "\" } }";
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::nomad
