// SPDX-License-Identifier: BSL-1.0
/// \file
/// What HTCondor is asked for: lines of a submit file. `require_gpus` is an expression over what the machine says of
/// each device, so partitions and alternatives are said as they are. MIG devices carry the name that the driver prints.
///
/// \code
/// std::cout << at::htcondor::submit_lines(at::request_for<at::htcondor::pool, at::A100::partition<"3g.20gb">>());
/// // request_gpus = 1
/// // require_gpus = DeviceName == "NVIDIA A100-SXM4-40GB MIG 3g.20gb"
/// \endcode
///
/// Source: HTCondor's manual, condor_submit (require_gpus, 9.8 and later) and condor_gpu_discovery.
#pragma once

#include <allotype/request/detail/driver_names.hpp>
#include <allotype/request/request_for.hpp>

#include <string>

namespace allotype::htcondor {

struct settings {
  char const* product = nullptr;  ///< the board, where a device has several
};
struct pool {
  static constexpr htcondor::settings settings{};
};

/// A part of a pool: the board of its nodes as NVIDIA's driver names it.
template <text Name>
struct product {
  static constexpr void apply(settings& to) { to.product = Name.characters; }
};

/// What a job asks for: a constexpr value.
struct job_request {
  detail::refusal refused;
  int count = 0;
  detail::few<detail::driver_name, detail::wanted::most> names;  ///< of devices that will do
};

constexpr job_request ask(settings const& on, allotype::detail::wanted const& all, request_options options) {
  job_request to;
  to.refused = all.refused;
  if (options.count < 1 || options.nodes != 1)
    to.refused("HTCondor's request is for one machine, and counts begin at 1");
  if (all.all.size() > 1 && !all.alternatives) {
    to.refused("HTCondor requires the same of all devices of a job: submit a job for each, or name alternatives");
  }
  for (auto const& each : all.all) {
    auto const name = allotype::detail::name_by_driver(*each.what, on.product);
    if (name.board == nullptr) to.refused("the catalogue has no name of this board: add htcondor::product<...>");
    to.names.add(name);
    to.count = each.count;
  }
  return to;
}

/// The lines of a submit file; empty where no device is asked for.
inline std::string submit_lines(job_request const& request) {
  std::string lines;
  for (auto const& each : request.names) {
    lines += lines.empty() ? "request_gpus = " + std::to_string(request.count) + "\nrequire_gpus = " : " || ";
    lines += "DeviceName == \"" + allotype::detail::text_of(each) + '"';
  }
  return lines;
}

}  // namespace allotype::htcondor
