// SPDX-License-Identifier: BSL-1.0
/// \file
/// What Nomad is asked for: a `device` block of a task's resources. The plugin calls a device what NVIDIA's driver
/// calls it; from 1.1 on it has MIG devices, each a device of its own.
///
/// \code
/// to_string(at::request<at::system<"nomad">, at::A100>({.count = 2}));
/// // device "nvidia/gpu/NVIDIA A100-SXM4-40GB" { count = 2 }
/// \endcode
///
/// Sources: Nomad's documentation of the block device; hashicorp/nomad-device-nvidia.
#pragma once

#include <allotype/cluster/quoting/strings.hpp>
#include <allotype/cluster/request/detail/driver_names.hpp>
#include <allotype/cluster/request/detail/setting_rows.hpp>
#include <allotype/cluster/request/pool_parts.hpp>
#include <allotype/cluster/request/short_text.hpp>
#include <allotype/cluster/request/system_request.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {
namespace nomad {

struct settings {
  bool by_constraint = false;     ///< the model in a constraint, not in the device's name
  char const* product = nullptr;  ///< the board, where a device has several
};
/// The name of the device has the model.
struct pool {
  static constexpr nomad::settings settings{};
};

/// The block in HCL; empty where no device is asked for. One line holds a block with one argument, and no more.
inline std::string block(system_request const& request) {
  if (request.count == 0) return {};
  return "device " + hcl_string(std::string{"nvidia/gpu/"} + request.devices[0].text()) +
         " { count = " + std::to_string(request.count) + " }";
}
inline std::string constrained_block(system_request const& request) {
  if (request.count == 0) return {};
  return "device \"nvidia/gpu\" {\n  count = " + std::to_string(request.count) +
         "\n  constraint {\n    attribute = \"${device.model}\"\n    value = " + hcl_string(request.devices[0].text()) +
         "\n  }\n}";
}

constexpr void add_model(system_request& to, settings const& on, accelerator_data const& what) {
  if (what.maker != vendor::nvidia) to.refused("Nomad's device plugin here is NVIDIA's");
  if (what.is_compute_instance()) to.refused("Nomad's device plugin knows GPU instances, one compute instance in each");
  short_text const model = name_by_driver(what, on.product);
  if (model.empty()) to.refused("the catalogue has no name of this board: add setting<\"product\", \"its name\">");
  to.add_device(model);
}

/// One of the models, the earlier rather than the later.
inline std::string alternatives_block(system_request const& request) {
  std::string models, affinities;
  int const count = request.devices.size();
  for (int i = 0; i < count; ++i) {
    models += (i > 0 ? "," : "") + std::string{request.devices[i].text()};
    if (i + 1 == count) break;
    affinities +=
        "\n  affinity {\n    attribute = \"${device.model}\"\n    value = " + hcl_string(request.devices[i].text()) +
        "\n    weight = " + std::to_string(100 * (count - 1 - i) / (count - 1)) + "\n  }";
  }
  return "device \"nvidia/gpu\" {\n  count = " + std::to_string(request.count) +
         "\n  constraint {\n    attribute = \"${device.model}\"\n    operator = \"set_contains_any\"\n    value = " +
         hcl_string(models) + "\n  }" + affinities + "\n}";
}

constexpr system_request ask(settings const& on, request_items const& all, request_options options) {
  bool const several = all.alternatives && all.all.size() > 1;
  system_request to = begin_request({.text = several            ? alternatives_block
                                             : on.by_constraint ? constrained_block
                                                                : block},
                                    all, options);
  if (options.nodes != 1) to.refused("Nomad places a task on one node");
  if (all.all.size() > 1 && !several)
    to.refused("a device block of Nomad's is for one kind of devices: name one of them");
  if (to.refused || all.all.empty()) return to;
  for (request_item const& each : all.all) add_model(to, on, *each.what);
  to.count = all.all[0].count;
  return to;
}
}  // namespace nomad

template <>
inline constexpr auto setting_rows<nomad::settings> = std::array{
    row_of<&nomad::settings::product>("product", rule::board),
    row_of<&nomad::settings::by_constraint>("by-constraint"),
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
