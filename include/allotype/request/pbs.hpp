// SPDX-License-Identifier: BSL-1.0
/// \file
/// What PBS is asked for: the option `-l select=` of `qsub`. PBS counts GPUs, `ngpus`; a model or a partition is a
/// resource that the site defines, mostly called `gpu_type`.
///
/// \code
/// std::cout << at::pbs::select_option(at::request_for<at::pbs::pool, at::A100>({.cpus = 8}));
/// // -l select=1:ncpus=8:ngpus=1:gpu_type=a100
/// \endcode
///
/// Sources: Altair's PBS Professional guide, select; NCAR's documentation of Casper (gpu_type).
#pragma once

#include <allotype/request/slurm.hpp>

namespace allotype::pbs {

struct settings {
  char const* resource = "gpu_type";  ///< the site's, that names models
  detail::few<slurm::site_type, 16> types = {};
};
struct pool {
  static constexpr pbs::settings settings{};
};

/// Parts of a pool.
///
/// The site's resource for models, if it is not `gpu_type`.
template <text Name>
struct resource {
  static constexpr void apply(settings& to) { to.resource = Name.characters; }
};
/// The site's name of one accelerator: `pbs::type<A100::partition<"3g.20gb">, "a100_mig3">`. Otherwise it is `a100`.
template <class A, text Name>
struct type {
  static constexpr void apply(settings& to) {
    slurm::site_type named;  // nvcc 13.0 cannot print these names inside braces
    named.accelerator = name_of<A>;
    named.type = Name.characters;
    to.types.add(named);
  }
};

/// What a job asks for: a constexpr value.
struct job_request {
  detail::refusal refused;
  int nodes = 1;
  int count = 0;  ///< GPUs on each node; 0: none
  int cpus = 0;   ///< of each node; 0: not stated
  bytes memory = {};
  char const* resource = "";
  detail::label type;
};

constexpr job_request ask(settings const& on, allotype::detail::wanted const& all, request_options options) {
  job_request to;
  to.refused = all.refused;
  to.nodes = options.nodes;
  to.cpus = options.cpus;
  to.memory = options.memory;
  to.resource = on.resource;
  if (options.count < 1 || options.nodes < 1) to.refused("the counts of devices and of nodes begin at 1");
  if (all.all.size() > 1) to.refused("a chunk of PBS's has GPUs of one type: name one of them");
  if (to.refused || all.all.empty()) return to;
  auto const& what = all.first();
  to.count = all.all[0].count;
  for (slurm::site_type const& each : on.types) {
    if (allotype::detail::equal(each.accelerator, what.name)) to.type = each.type;
  }
  if (to.type.empty() && what.is_partition())
    to.refused("partitions are the site's in PBS: add pbs::type<..., \"name\">");
  if (to.type.empty()) to.type = slurm::detail::short_name(what.device);
  return to;
}

/// The option of `qsub`.
inline std::string select_option(job_request const& request) {
  std::string text = "-l select=" + std::to_string(request.nodes);
  if (request.cpus != 0) text += ":ncpus=" + std::to_string(request.cpus);
  if (request.count != 0) text += ":ngpus=" + std::to_string(request.count);
  if (request.memory != bytes{})
    text += ":mem=" + std::to_string((request.memory.count + (1ULL << 30) - 1) >> 30) + "GB";
  if (request.count != 0) text += std::string{":"} + request.resource + "=" + request.type.text();
  return text;
}

}  // namespace allotype::pbs
