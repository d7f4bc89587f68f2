// SPDX-License-Identifier: BSL-1.0
/// \file
/// What Kubernetes is asked for on clouds whose nodes carry a label of the cloud's own for the board: CoreWeave and
/// Nebius. They serve whole GPUs. Partitions of a node are a pool of `kubernetes-mixed`.
///
/// \code
/// constexpr auto pod = at::request<at::system<"coreweave">, at::H100_80GB>({.count = 8});
/// \endcode
///
/// Sources: CoreWeave's documentation of node types (gpu.nvidia.com/class); Nebius AI Cloud's of node labels.
#pragma once

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/cluster/request/detail/setting_rows.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/short_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {
namespace labelled_clouds {

struct settings {
  char const* label;
  char const* value = nullptr;  ///< stated by the pool
  bool short_names = false;     ///< `H200`, where the pool states none
};

/// A node pool of CoreWeave's.
struct coreweave {
  static constexpr labelled_clouds::settings settings{"gpu.nvidia.com/class"};
};
/// A node group of Nebius's.
struct nebius {
  static constexpr labelled_clouds::settings settings{"nebius.com/gpu-name", nullptr, true};
};

constexpr kubernetes::pod_request ask(settings const& on, request_items const& all, request_options options) {
  kubernetes::pod_request to{all.refused, options};
  if (!kubernetes::detail::is_for_one_kind_of_node(to, all, options)) return to;
  auto const& what = all.first();
  if (what.maker != vendor::nvidia) to.refused("this cloud's label is of NVIDIA's GPUs");
  if (what.is_partition())
    to.refused("the cloud's label is of whole GPUs; partitions of a node are a pool of kubernetes-mixed");
  short_text value;
  if (on.value != nullptr) {
    value << on.value;
  } else if (on.short_names) {
    for (char const* c = what.device; *c != '\0' && *c != '_'; ++c) value << *c;
  } else if (equal(what.device, H100_80GB::name)) {
    value << "H100_NVLINK_80GB";
  } else {
    to.refused("CoreWeave's class of this GPU is not known here: add setting<\"gpu-class\", \"its label\">");
  }
  if (to.refused) return to;
  to.limits.push_back({"nvidia.com/gpu", all.all[0].count});
  to.node_selector.push_back({on.label, value});
  kubernetes::detail::keep_whole(to, what);
  return to;
}

}  // namespace labelled_clouds

template <>
inline constexpr auto setting_rows<labelled_clouds::settings> = std::array{
    row_of<&labelled_clouds::settings::value>("gpu-class", rule::label_value),
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
