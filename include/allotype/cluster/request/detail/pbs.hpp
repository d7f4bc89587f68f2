// SPDX-License-Identifier: BSL-1.0
/// \file
/// What PBS is asked for: the option `-l select=` of `qsub`. PBS counts GPUs, `ngpus`; a model or a partition is a
/// resource that the site defines, mostly called `gpu_type`.
///
/// \code
/// std::cout << to_string(at::request<at::system<"pbs">, at::A100>({.cpus = 8}));
/// // -l select=1:ncpus=8:ngpus=1:gpu_type=a100
/// \endcode
///
/// Sources: Altair's PBS Professional guide, select; NCAR's documentation of Casper (gpu_type).
#pragma once

#include <allotype/cluster/request/detail/setting_rows.hpp>
#include <allotype/cluster/request/short_text.hpp>
#include <allotype/cluster/request/slurm.hpp>
#include <allotype/cluster/request/system_request.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {
namespace pbs {

struct settings {
  char const* resource = "gpu_type";  ///< the site's, that names models
  named_types types = {};             ///< the site's names of accelerators
};
/// Nodes whose GPUs a resource of the site names.
struct pool {
  static constexpr pbs::settings settings{};
};

/// The option of `qsub`.
inline std::string option(system_request const& request) {
  std::string text = "-l select=" + std::to_string(request.nodes);
  if (request.cpus != 0) text += ":ncpus=" + std::to_string(request.cpus);
  if (request.count != 0) text += ":ngpus=" + std::to_string(request.count);
  if (request.memory != bytes{}) text += ":mem=" + std::to_string(units_of(bytes{1 << 30}, request.memory)) + "GB";
  if (request.count != 0) text += std::string{":"} + request.resource + "=" + request.devices[0].text();
  return text;
}

constexpr system_request ask(settings const& on, request_items const& all, request_options options) {
  system_request to = begin_request({.text = option}, all, options);
  to.resource = on.resource;
  if (all.all.size() > 1) to.refused("a chunk of PBS's has GPUs of one type: name one of them");
  if (to.refused || all.all.empty()) return to;
  auto const& what = all.first();
  to.count = all.all[0].count;
  char const* const type = type_of_site(on.types, what);
  if (type == nullptr && what.is_partition())
    to.refused("partitions are the site's in PBS: add site_type<..., \"name\">");
  to.add_device(type != nullptr ? short_text{type} : slurm::detail::short_name(what.device));
  return to;
}

}  // namespace pbs

template <>
inline constexpr auto setting_rows<pbs::settings> = std::array{
    row_of<&pbs::settings::resource>("resource", rule::batch_word),
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
