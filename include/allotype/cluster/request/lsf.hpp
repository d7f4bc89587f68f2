// SPDX-License-Identifier: BSL-1.0
/// \file
/// What IBM Spectrum LSF is asked for: the option `-gpu` of `bsub`. A partition is named by its slices alone,
/// `mig=GPU_INSTANCE` or `mig=GPU_INSTANCE/COMPUTE_INSTANCE`; LSF makes it where LSF_MANAGE_MIG is on.
///
/// \code
/// std::cout << at::lsf::to_text(at::request_for<at::lsf::pool, at::A100::partition<"3g.20gb">>());   // bsub -gpu
/// "num=1:mig=3"
/// \endcode
///
/// Source: IBM's documentation of LSF 10.1, bsub -gpu and lshosts -gpu.
#pragma once

#include <allotype/cluster/request/detail/plain_profile.hpp>
#include <allotype/cluster/request/pool_parts.hpp>
#include <allotype/cluster/request/request_for.hpp>

#include <string>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::lsf {

/// What a pool says about its hosts.
struct settings {
  char const* product = nullptr;  ///< the board, where a device has several
};
/// Hosts whose GPUs LSF knows by their models.
struct pool {
  static constexpr lsf::settings settings{};
};

/// What a job asks for: a constexpr value.
struct job_request {
  detail::refusal refused;   ///< the reason why the system cannot state the request; empty if it can
  int count = 0;             ///< on each host
  short_text model;          ///< `gmodel=`; empty with a partition
  int gpu_instance = 0;      ///< in slices; 0: no partition
  int compute_instance = 0;  ///< in slices; 0: all of the GPU instance
};

namespace detail {

/// LSF's name of a model: that of the driver without blanks, with `_` for `-`.
constexpr short_text model_of(char const* product) {
  short_text name;
  for (char const* c = product; *c != '\0'; ++c) {
    if (*c != ' ') name << (*c == '-' ? '_' : *c);
  }
  return name;
}

}  // namespace detail

/// What `request_for` calls for such a pool. A refusal is in the result, with its reason.
[[nodiscard]] constexpr job_request ask(settings const& on, allotype::detail::wanted const& all,
                                        request_options options) {
  job_request to;
  to.refused = all.refused;
  allotype::detail::refuse_counts(to.refused, options);
  if (all.all.size() > 1) to.refused("LSF's option -gpu is for one kind of devices: name one of them");
  if (to.refused || all.all.empty()) return to;
  auto const& what = all.first();
  to.count = all.all[0].count;
  if (what.maker != vendor::nvidia) {
    to.refused("LSF's MIG devices and models of GPUs are NVIDIA's");
  } else if (what.is_partition()) {
    if (what.row == nullptr || !allotype::detail::is_plain_profile(*what.row)) {
      to.refused("LSF names a partition by its slices alone, and gives the plain profile of that many");
      return to;
    }
    to.gpu_instance = what.row->compute_slices;
    if (what.is_compute_instance()) to.compute_instance = parse_mig_name(what.partition).compute_slices;
  } else if (on.product == nullptr && what.products == 0) {
    to.refused("the catalogue has no name of this board: add product<...>");
  } else {
    to.model = detail::model_of(on.product != nullptr ? on.product : what.product_names[0]);
  }
  return to;
}

/// The command, without the program; `bsub` alone where no device is asked for.
[[nodiscard]] inline std::string to_text(job_request const& request) {
  if (request.count == 0) return "bsub";
  std::string text = "bsub -gpu \"num=" + std::to_string(request.count);
  if (request.gpu_instance > 0) text += ":mig=" + std::to_string(request.gpu_instance);
  if (request.compute_instance > 0) text += "/" + std::to_string(request.compute_instance);
  if (!request.model.empty()) text += std::string{":gmodel="} + request.model.text();
  return text + "\"";
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::lsf
