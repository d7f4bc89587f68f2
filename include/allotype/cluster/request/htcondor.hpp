// SPDX-License-Identifier: BSL-1.0
/// \file
/// What HTCondor is asked for: lines of a submit file. `require_gpus` is an expression over what the machine says of
/// each device, so partitions and alternatives are said as they are. MIG devices carry the name that the driver prints.
///
/// \code
/// std::cout << at::htcondor::to_text(at::request_for<at::htcondor::pool, at::A100::partition<"3g.20gb">>());
/// // request_gpus = 1
/// // require_gpus = DeviceName == "NVIDIA A100-SXM4-40GB MIG 3g.20gb"
/// \endcode
///
/// Source: HTCondor's manual, condor_submit (require_gpus, 9.8 and later) and condor_gpu_discovery.
#pragma once

#include <allotype/cluster/request/detail/driver_names.hpp>
#include <allotype/cluster/request/pool_parts.hpp>
#include <allotype/cluster/request/request_for.hpp>
#include <allotype/core/units.hpp>

#include <string>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::htcondor {

/// What a pool says about its machines.
struct settings {
  char const* product = nullptr;  ///< the board, where a device has several
};
/// A pool of machines whose GPUs `condor_gpu_discovery` describes.
struct pool {
  static constexpr htcondor::settings settings{};
};

/// What a job asks for: a constexpr value.
struct job_request {
  detail::refusal refused;  ///< the reason why the system cannot state the request; empty if it can
  int count = 0;            ///< of devices
  static_vector<detail::driver_name, detail::wanted::most> names;  ///< of devices that will do
};

/// What `request_for` calls for such a pool. A refusal is in the result, with its reason.
[[nodiscard]] constexpr job_request ask(settings const& on, allotype::detail::wanted const& all,
                                        request_options options) {
  job_request to;
  to.refused = all.refused;
  allotype::detail::refuse_counts(to.refused, options);
  if (options.nodes != 1) to.refused("HTCondor's request is for one machine");
  if (all.all.size() > 1 && !all.alternatives) {
    to.refused("HTCondor requires the same of all devices of a job: submit a job for each, or name alternatives");
  }
  for (auto const& each : all.all) {
    auto const name = allotype::detail::name_by_driver(*each.what, on.product);
    if (name.board == nullptr) to.refused("the catalogue has no name of this board: add product<...>");
    to.names.push_back(name);
    to.count = each.count;
  }
  return to;
}

/// The lines of a submit file; empty where no device is asked for.
[[nodiscard]] inline std::string to_text(job_request const& request) {
  std::string lines;
  for (auto const& each : request.names) {
    lines += lines.empty() ? "request_gpus = " + std::to_string(request.count) + "\nrequire_gpus = " : " || ";
    lines += "DeviceName == \"" + allotype::detail::text_of(each) + '"';
  }
  return lines;
}

/// The same for any GPUs with at least this compute capability and this memory, whatever board they are of.
/// \throws input_error for a count below 1
[[nodiscard]] inline std::string devices_by_memory(compute_capability<> least, bytes memory, int count = 1) {
  if (count < 1) throw input_error(message<2000>{} << "the count of GPUs begins at 1, and it is " << count);
  constexpr bytes mib{1 << 20}, gib{1 << 30};
  std::string const size = memory % gib == bytes{} ? std::to_string(memory / gib) + "GB"
                                                   : std::to_string(allotype::detail::units_of(mib, memory));
  return "request_gpus = " + std::to_string(count) + "\ngpus_minimum_capability = " + std::to_string(least.major) +
         "." + std::to_string(least.minor) + "\ngpus_minimum_memory = " + size;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::htcondor
