// SPDX-License-Identifier: BSL-1.0
/// \file
/// What Nomad is asked for: a `device` block of a task's resources. The plugin calls a device what NVIDIA's driver
/// calls it; from 1.1 on it has MIG devices, each a device of its own.
///
/// \code
/// at::nomad::device_block(at::request_for<at::nomad::by_name, at::A100>({.count = 2}));
/// // device "nvidia/gpu/NVIDIA A100-SXM4-40GB" { count = 2 }
/// \endcode
///
/// Sources: Nomad's documentation of the block device; hashicorp/nomad-device-nvidia.
#pragma once

#include <allotype/request/detail/driver_names.hpp>
#include <allotype/request/request_for.hpp>

namespace allotype::nomad {

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

/// A part of a pool: the board of its nodes as NVIDIA's driver names it.
template <text Name>
struct product {
  static constexpr void apply(settings& to) { to.product = Name.characters; }
};

/// What a task asks for: a constexpr value.
struct task_request {
  detail::refusal refused;
  int count = 0;
  detail::driver_name model;
  bool by_constraint = false;
};

constexpr task_request ask(settings const& on, allotype::detail::wanted const& all, request_options options) {
  task_request to;
  to.refused = all.refused;
  to.by_constraint = on.by_constraint;
  if (options.count < 1 || options.nodes != 1) to.refused("Nomad places a task on one node, and counts begin at 1");
  if (all.all.size() > 1) to.refused("a device block of Nomad's is for one kind of devices: name one of them");
  if (to.refused || all.all.empty()) return to;
  auto const& what = all.first();
  if (what.maker != vendor::nvidia) to.refused("Nomad's device plugin here is NVIDIA's");
  if (what.is_compute_instance()) to.refused("Nomad's device plugin knows GPU instances, one compute instance in each");
  to.model = allotype::detail::name_by_driver(what, on.product);
  if (to.model.board == nullptr) to.refused("the catalogue has no name of this board: add nomad::product<...>");
  to.count = all.all[0].count;
  return to;
}

/// The block in HCL, on one line; empty where no device is asked for.
inline std::string device_block(task_request const& request) {
  if (request.count == 0) return {};
  std::string const model = allotype::detail::text_of(request.model),
                    count = "count = " + std::to_string(request.count);
  if (!request.by_constraint) return "device \"nvidia/gpu/" + model + "\" { " + count + " }";
  return "device \"nvidia/gpu\" { " + count + " constraint { attribute = \"${device.model}\" value = \"" + model +
         "\" } }";
}

}  // namespace allotype::nomad
