// SPDX-License-Identifier: BSL-1.0
/// \file
/// What PBS is asked for: the option `-l select=` of `qsub`. PBS counts GPUs, `ngpus`; a model or a partition is a
/// resource that the site defines, mostly called `gpu_type`.
///
/// \code
/// std::cout << at::pbs::to_text(at::request_for<at::pbs::pool, at::A100>({.cpus = 8}));
/// // -l select=1:ncpus=8:ngpus=1:gpu_type=a100
/// \endcode
///
/// Sources: Altair's PBS Professional guide, select; NCAR's documentation of Casper (gpu_type).
#pragma once

#include <allotype/cluster/request/slurm.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::pbs {

/// What a pool says about its nodes. The parts below set it.
struct settings {
  char const* resource = "gpu_type";  ///< the site's, that names models
  detail::named_types types = {};     ///< the site's names of accelerators
};
/// Nodes whose GPUs a resource of the site names.
struct pool {
  static constexpr pbs::settings settings{};
};

/// A part of a pool, besides `site_type`: the site's resource for models, if it is not `gpu_type`.
template <fixed_text Name>
struct resource {
  static constexpr void apply(settings& to) { to.resource = Name.characters; }
};

/// What a job asks for: a constexpr value.
struct job_request {
  detail::refusal refused;    ///< the reason why the system cannot state the request; empty if it can
  int nodes = 1;              ///< chunks, one on each node
  int count = 0;              ///< GPUs on each node; 0: none
  int cpus = 0;               ///< of each node; 0: not stated
  bytes memory = {};          ///< of each node; 0: not stated
  char const* resource = "";  ///< the site's resource that names models
  short_text type;            ///< the value of that resource
};

/// What `request_for` calls for such a pool. A refusal is in the result, with its reason.
[[nodiscard]] constexpr job_request ask(settings const& on, allotype::detail::wanted const& all,
                                        request_options options) {
  job_request to;
  to.refused = all.refused;
  to.nodes = options.nodes;
  to.cpus = options.cpus;
  to.memory = options.memory;
  to.resource = on.resource;
  allotype::detail::refuse_counts(to.refused, options);
  if (all.all.size() > 1) to.refused("a chunk of PBS's has GPUs of one type: name one of them");
  if (to.refused || all.all.empty()) return to;
  auto const& what = all.first();
  to.count = all.all[0].count;
  if (char const* const type = detail::type_of_site(on.types, what)) to.type = type;
  if (to.type.empty() && what.is_partition())
    to.refused("partitions are the site's in PBS: add site_type<..., \"name\">");
  if (to.type.empty()) to.type = slurm::detail::short_name(what.device);
  return to;
}

/// The option of `qsub`.
[[nodiscard]] inline std::string to_text(job_request const& request) {
  std::string text = "-l select=" + std::to_string(request.nodes);
  if (request.cpus != 0) text += ":ncpus=" + std::to_string(request.cpus);
  if (request.count != 0) text += ":ngpus=" + std::to_string(request.count);
  if (request.memory != bytes{})
    text += ":mem=" + std::to_string(detail::units_of(bytes{1 << 30}, request.memory)) + "GB";
  if (request.count != 0) text += std::string{":"} + request.resource + "=" + request.type.text();
  return text;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::pbs
