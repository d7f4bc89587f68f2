// SPDX-License-Identifier: BSL-1.0
/// \file
/// What HTCondor is asked for: lines of a submit file. `require_gpus` is an expression over what the machine says of
/// each device, so partitions and alternatives are said as they are. MIG devices carry the name that the driver prints.
///
/// \code
/// std::cout << to_string(at::request<at::system<"htcondor">, at::A100::partition<"3g.20gb">>());
/// // request_gpus = 1
/// // require_gpus = DeviceName == "NVIDIA A100-SXM4-40GB MIG 3g.20gb"
/// \endcode
///
/// Source: HTCondor's manual, condor_submit (require_gpus, 9.8 and later) and condor_gpu_discovery.
#pragma once

#include <allotype/cluster/quoting/strings.hpp>
#include <allotype/cluster/request/detail/driver_names.hpp>
#include <allotype/cluster/request/detail/setting_rows.hpp>
#include <allotype/cluster/request/short_text.hpp>
#include <allotype/cluster/request/system_request.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {
namespace htcondor {

struct settings {
  char const* product = nullptr;  ///< the board, where a device has several
};
/// A pool of machines whose GPUs `condor_gpu_discovery` describes.
struct pool {
  static constexpr htcondor::settings settings{};
};

/// The lines of a submit file; empty where no device is asked for.
inline std::string lines(system_request const& request) {
  std::string text;
  for (auto const& each : request.devices) {
    text += text.empty() ? "request_gpus = " + std::to_string(request.count) + "\nrequire_gpus = " : " || ";
    text += "DeviceName == " + classad_string(each.text());
  }
  return text;
}

constexpr system_request ask(settings const& on, request_items const& all, request_options options) {
  system_request to = begin_request({.text = lines}, all, options);
  if (options.nodes != 1) to.refused("HTCondor's request is for one machine");
  if (all.all.size() > 1 && !all.alternatives) {
    to.refused("HTCondor requires the same of all devices of a job: submit a job for each, or name alternatives");
  }
  for (auto const& each : all.all) {
    short_text const name = name_by_driver(*each.what, on.product);
    if (name.empty()) to.refused("the catalogue has no name of this board: add setting<\"product\", \"its name\">");
    to.add_device(name);
    to.count = each.count;
  }
  return to;
}

}  // namespace htcondor

template <>
inline constexpr auto setting_rows<htcondor::settings> = std::array{
    row_of<&htcondor::settings::product>("product", rule::board),
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
