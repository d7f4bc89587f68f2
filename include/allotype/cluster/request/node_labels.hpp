// SPDX-License-Identifier: BSL-1.0
/// \file
/// The labels that NVIDIA's GPU Feature Discovery writes on nodes like those of a pool. They are what requests select,
/// so they can be compared with what `kubectl get node -o yaml` shows.
///
/// \code
/// std::cout << to_yaml(at::kubernetes::node_labels<shared>());
/// nvidia.com/mig.strategy: mixed
/// nvidia.com/gpu.product: NVIDIA-A100-SXM4-40GB
/// nvidia.com/mig-1g.5gb.count: "4"
/// \endcode
///
/// The labels with memory are left out: their values differ by driver, so no request should select them.
/// Sources: NVIDIA/k8s-device-plugin, internal/lm; NVIDIA/cloud-native-docs, kubernetes.
#pragma once

#include <allotype/cluster/request/detail/content.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/short_text.hpp>

#include <algorithm>
#include <string>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::kubernetes {

namespace detail {

/// The label `nvidia.com/gpu.family`.
constexpr char const* family_of(compute_capability<> version) {
  switch (version.major) {
    case 3:
      return "kepler";
    case 5:
      return "maxwell";
    case 6:
      return "pascal";
    case 7:
      return version.minor < 5 ? "volta" : "turing";
    case 8:
      return version.minor < 9 ? "ampere" : "ada-lovelace";
    case 9:
      return "hopper";
    case 10:
    case 12:
      return "blackwell";
    default:
      return "undefined";  // 11 among them
  }
}

inline void label_partition(document& to, std::string const& prefix, mig_row const& row) {
  auto const add = [&](char const* name, int value) {
    if (value != unknown) to[prefix + name] = std::to_string(value);
  };
  add(".multiprocessors", row.sm_count);
  add(".slices.gi", row.compute_slices);
  add(".slices.ci", row.compute_slices);
  add(".engines.copy", row.copy_engines);
  add(".engines.decoder", row.nvdec);
  add(".engines.encoder", row.nvenc);
  add(".engines.jpeg", row.jpeg);
  add(".engines.ofa", row.ofa);
}

/// Whether a GPU of that board is whole.
inline bool has_whole(node_content const& node, accelerator_data const& what) {
  return std::any_of(node.begin(), node.end(), [&](request_item const& each) {
    return !each.what->is_partition() && equal(each.what->device, what.device);
  });
}

/// Strategy single offers nothing of a node that has partitions of several profiles, or whole GPUs beside partitions.
/// Sources: NVIDIA/k8s-device-plugin, internal/lm/mig-strategy.go; NVIDIA/gpu-operator#603.
inline bool is_invalid(settings const& on, node_content const& node) {
  int kinds = 0;
  bool partitioned = false;
  for (request_item const& each : node) {
    kinds += each.what->maker == vendor::nvidia ? 1 : 0;
    partitioned = partitioned || (each.what->maker == vendor::nvidia && each.what->is_partition());
  }
  return on.strategy == mig_strategy::single && partitioned && kinds > 1;
}

inline document node_labels(settings const& on, node_content const& node) {
  document labels;
  if (on.strategy != mig_strategy::none)
    labels["nvidia.com/mig.strategy"] = on.strategy == mig_strategy::mixed ? "mixed" : "single";
  bool const invalid = is_invalid(on, node);
  for (request_item const& each : node) {
    auto const& what = *each.what;
    if (what.maker != vendor::nvidia) continue;
    if (invalid) {
      labels["nvidia.com/gpu.family"] = family_of(what.capability);
      char const* const board = on.product != nullptr ? on.product : what.product();
      if (board != nullptr)
        labels["nvidia.com/gpu.product"] = (product_value(product_under(board, on.driver)) << "-MIG-INVALID").text();
      labels["nvidia.com/gpu.count"] = "0";
      continue;
    }
    bool const own_resource = is_own_resource(on, what);
    labels["nvidia.com/gpu.family"] = family_of(what.capability);
    // A whole GPU overrides what partitions of its board say, whichever stands first.
    if (short_text const product = product_label(on, what);
        !product.empty() && !(own_resource && has_whole(node, what)))
      labels["nvidia.com/gpu.product"] = product.text();
    std::string prefix = "nvidia.com/gpu";
    if (own_resource) prefix = std::string{"nvidia.com/mig-"} + profile_value(profile_under(what, on.driver)).text();
    labels[prefix + ".count"] = std::to_string(each.count);
    if (on.replicas > 1) labels[prefix + ".replicas"] = std::to_string(on.replicas);
    if (own_resource && what.row != nullptr) label_partition(labels, prefix, *what.row);
  }
  return labels;
}

}  // namespace detail

/// The labels of the pool's nodes; devices of other makers get none.
template <class Pool>
[[nodiscard]] document node_labels() {
  return detail::node_labels(Pool::settings, Pool::content.on_a_node);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::kubernetes
